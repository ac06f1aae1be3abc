#!/usr/bin/env python3
"""Forwards to a TCP server, and makes a share of the connections fail.

    Lab/faulty_proxy.py --listen 6400 --to 127.0.0.1:6379 --seed 1 --rate 0.05 --log faults.log

The seed and the number of a connection decide its fault, so the same seed and the same connections have the same faults:

    refuse     the connection is closed at once, and the server never hears of it
    drop       the connection is reset in the middle of an answer
    truncate   an answer breaks off, and the connection is closed
    delay      an answer breaks off, and continues after --delay seconds, or never

The log has a line for each fault that struck: its number, the time in Unix milliseconds, the number of the connection, the kind, and the
number of bytes of the server that had gone through before.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import socket
import struct
import time

KINDS = ("refuse", "drop", "delay", "truncate")


def planned_fault(options, connection):
    """The kind and the byte of the fault of a connection, or no kind."""
    draws = random.Random(f"{options.seed} {connection}")
    occurs, kind, byte = draws.random() < options.rate, draws.random(), draws.random()
    if not occurs:
        return None, 0
    kind = options.faults[int(kind * len(options.faults))]
    return kind, 0 if kind == "refuse" else 1 + int(byte * options.within)


def reset(writer):
    """Ends a connection by RST: with a linger of no time, nothing is sent that still waits."""
    if not writer.is_closing():
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()


async def requests(reader, writer):
    """Sends to the server what the client sends, until one of them ends."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()


class Proxy:
    def __init__(self, options):
        self.options = options
        self.connections = 0
        self.faults = 0
        # asyncio itself does not hold a task whose client has gone.
        self.tasks = set()

    def note(self, connection, kind, byte):
        self.faults += 1
        print(self.faults, time.time_ns() // 1_000_000, connection, kind, byte, file=self.options.log, flush=True)

    async def serve(self, reader, writer):
        self.connections += 1
        connection = self.connections
        task = asyncio.current_task()
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        kind, byte = planned_fault(self.options, connection)
        try:
            if kind == "refuse":
                self.note(connection, kind, 0)
                reset(writer)
                return
            server_reader, server_writer = await asyncio.open_connection(*self.options.to)
            sending = asyncio.create_task(requests(reader, server_writer))
            try:
                await self.answers(server_reader, writer, connection, kind, byte, sending)
            finally:
                sending.cancel()
                server_writer.close()
        except OSError:
            reset(writer)
        except asyncio.CancelledError:
            # The proxy ends; asyncio would print a trace for each connection.
            pass
        finally:
            writer.close()

    async def answers(self, reader, writer, connection, kind, byte, sending):
        """Sends to the client what the server sends, up to the byte of the fault."""
        sent = 0
        while data := await reader.read(65536):
            # A client that has gone meets no fault.
            if kind and sent + len(data) > byte and not sending.done():
                writer.write(data[: byte - sent])
                await writer.drain()
                data = data[byte - sent :]
                sent = byte
                self.note(connection, kind, byte)
                if kind == "drop":
                    reset(writer)
                if kind != "delay":
                    return
                # It may give up.
                await asyncio.wait([sending], timeout=self.options.delay)
                kind = None
            writer.write(data)
            await writer.drain()
            sent += len(data)


async def run(options):
    end = asyncio.Event()
    # A test runner may have blocked them for its children.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, end.set)
    proxy = Proxy(options)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", options.listen)
    print("listens on port", server.sockets[0].getsockname()[1], flush=True)
    await end.wait()
    server.close()
    for task in proxy.tasks:
        task.cancel()
    await asyncio.gather(*proxy.tasks)


def address(text):
    host, _, port = text.rpartition(":")
    return host, int(port)


def faults(text):
    names = text.split(",")
    for name in set(names) - set(KINDS):
        raise argparse.ArgumentTypeError(f"there is no fault {name}; there are: {', '.join(KINDS)}")
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", type=int, required=True, metavar="PORT", help="0 takes a free one, which is printed")
    parser.add_argument("--to", type=address, required=True, metavar="HOST:PORT", help="the server")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True, help="the share of connections with a fault, 0 to 1")
    parser.add_argument("--faults", type=faults, default=KINDS, metavar="KIND,…", help="the kinds to draw from; all by default")
    parser.add_argument("--within", type=int, default=64, metavar="BYTES", help="a fault comes after 1 to so many bytes of answers")
    parser.add_argument("--delay", type=float, metavar="SECONDS", help="without it a delayed answer never comes")
    parser.add_argument("--log", type=argparse.FileType("a"), default="-", metavar="FILE", help="standard output by default")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
