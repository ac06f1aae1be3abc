/// A part of a message that changes from run to run, or a number that tells one fault from another.
struct Pattern {
  let name: String
  /// The replacement in a kind; `$0` stands for the text itself.
  let shown: String
  let expression: String

  /// - Parameter expressions: Regular expressions, one of which has to match.
  init(_ name: String, _ shown: String = "#", _ expressions: String...) {
    (self.name, self.shown, expression) = (name, shown, expressions.joined(separator: "|"))
  }

  private static let source = "(?:swift|mm?|cc?|cpp|hpp?|cs|java|kts?|m?jsx?|tsx?|dart|feature|php|py|rb|rs|go|scala)"
  private static let roots = "(?:private|tmp|var|Users|home|root|opt|usr|builds|data|__w|Volumes|otmp)"
  private static let month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
  private static let clock = #"\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?(?: [AP]M\b)?"#
  private static let zone = #"(?: ?Z\b| UTC\b| GMT\b)?(?: ?[+-]\d\d:?\d\d)?(?: \([A-Z][A-Za-z ]+\))?"#
  private static let restOfDate = #"(?:,? \d{4}\b)?(?:(?:[T ]|, | at )\#(clock)\#(zone))?(?: \d{4}\b)?"#
  /// What comes before an id that may look like a word.
  private static let named =
    #"(?:\b(?:id|ID|Id)|(?i:\b(?:sku|order|booking|reservation|invoice|coupon|voucher|ticket|confirmation)(?: code)?))[ :=#]{1,2}["'(]?"#
  private static let number = #"\d+(?:[.,]\d+)*"#
  private static let unit =
    "(?:[nµum]?s|m|h|(?:milli|micro|nano)?sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|SECONDS|bytes?|[KMGT]i?B)(?![A-Za-z])"
  /// The name of what was counted.
  private static let counted = #" [a-z]{2,}[^aius]s\b"#
  private static let ip6 =
    #"\[?(?<![\w:])(?=[\da-f:]{0,40}\d)(?=[\da-f:]*(?:::|(?::[\da-f]+){4}))(?:[\da-f]{0,4}:){2,8}[\da-f]{0,5}(?:%\w+)?\]?"#
    + #"(?::\d{5}\b)?"#

  /// The patterns that begin with a punctuation mark; the first that matches counts.
  static let signs = [
    Pattern("status of an address", "$0", #"\((?<=://[^ ]{1,200} \()[1-5]\d\d\)"#),
    Pattern("code in brackets", "$0", #"\((?<=\w: \()\d+\)|\[(?<=\] \[)\d+\]|\((?:[45]\d\d|1[0-9]\d{3})\)"#),
    Pattern("code of a system", "$0", #"-(?<=[ (\[]-)\d{3,6}\b(?!,|\.\d)"#),
    Pattern("port", "$0", #":(?<=(?:localhost|\d\.\d{1,3}|\]|\.(?:internal|local|example|com|net|org)):)\d{1,4}\b"#),
    Pattern("line", line, #":(?<=\.\#(source):)(?:line )?\d+(?::\d+)?\b"#),
    Pattern("folder of a source", "", #"[/.](?<![^\s"'(\[<=:].)(?:[\w.@+~-]*[/\\])+(?=[\w+.-]+\.\#(source)\b)"#),
    Pattern("folder", "<folder>/", #"/(?<![\w:/.<]/)\#(roots)\b(?:[^\s/:"'()]*/)+"#),
    Pattern("query", "?<query>", #"\?(?<=[\w/]\?)[\w.%-]+=[^\s"'`)\]}>,]*"#),
    Pattern("host", "<host>", ip6),
    Pattern(
      "setting",
      "",
      #" \((?:default limit|(?:time )?limit of|(?:conditionTimeout|attemptTimeLimit) of)[^()]*\)"#
    ),
    Pattern("elements", "<elements>", #"\{\((?<=from input \{\().*"#),
    Pattern("statement", "`<statement>`", #"`[A-Z]{3,} [^`]*`"#),
    Pattern("number", "#", #"[#+-](?<![\w)+-].)\#(number)(?:[ -]?\#(unit))?"#),
  ]

  /// The patterns that begin with a letter.
  static let words = [
    // A number after such a word tells one fault from another.
    Pattern(
      "code",
      "$0",
      #"(?i:status|code|err(?:no|or)?|exit(?:ed)?|signal|https?|alert|(?<!Bounds)exception|sqlstate|hresult|rawvalue|domain)\w{0,4}"#
        + #"(?i: code| number| of| was| is| with| value){0,2} ?[^\w\s]{0,3} ?[^\w\s]{0,2}(?!0x\w{9})-?\d\w*\b(?![:.]\d)"#
        + #"(?!\#(counted))"#,
      #"(?i:status|code|http)(?: [a-z]+){1,4}(?: was|:) -?\d+\b"#,
      #"(?i:web ?socket(?: [a-z]+){0,3}|(?:connection|stream)(?: [a-z]+){1,3}):? ?\(?1[01]\d\d\b(?! ?\#(unit)|\#(counted))"#
    ),
    Pattern("code of a system", "$0", #"\b(?!SKU-)(?<!\#(named))(?:[A-Z]{2,4}-\d{4,6}|E\d{4,5})\b"#),
    Pattern("port", "$0", #"(?i:\bport)[ =:]{1,2}\d{1,4}\b"#),
    Pattern("folder of a source", "", #"(?<![^\s"'(\[<=:])(?:[\w.@+~-]*[/\\])+(?=[\w+.-]+\.\#(source)\b)"#),
    Pattern("folder", "<folder>/", #"\b[A-Z]:\\(?:[^\s\\:"'()]*\\)*"#),
    Pattern(
      "name in a temporary folder",
      "#",
      #"(?<=[/\\](?:tmp|T|Temp|TemporaryItems)[/\\]\.?)(?![\w.-]*\.(?!tmp\b)[a-z]{1,5}\b(?![\w.-]))[\w.-]*\w(?![\w/\\-])"#
    ),
    Pattern("e-mail", "<email>", #"(?<![\w.+:-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b"#),
    Pattern(
      "date",
      "<date>",
      #"(?:\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? +(?:\d\d? )?)?\b\#(month) +\d+(?:st|nd|rd|th)?\#(restOfDate)"#,
      #"\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|(?:Septem|Octo|Novem|Decem)ber)\b"#
    ),
    Pattern("host", "<host>", #"\blocalhost(?::\d{5}\b)?"#),
    Pattern("plural", "", #"s\b(?<=\d (?:[a-z]{2,12} )?[a-z]{1,20}[^aius]s)"#),
  ]

  /// The patterns that begin in a word with a digit.
  static let numbers = [
    Pattern(
      "id after its name",
      "#",
      #"\b(?=[A-Za-z\d_-]{0,40}\d)(?<=[ :=#"'(])(?<=\#(named))[A-Za-z\d]{3,}(?:[-_][A-Za-z\d]+)*"#
    ),
    Pattern(
      "id after a prefix",
      "#",
      #"_(?<=[A-Za-z]_)(?:\d{4,}|\d+[A-Za-z]+\d[A-Za-z\d]*|(?:[A-Za-z]{1,20}\d+){3}[A-Za-z\d]*"#
        + #"|(?=[A-Z\d]{6}\b)[A-Z]+\d+[A-Z]+|(?=[a-f]*\d)(?=\d*[a-f])[a-f\d]{6,})(?![A-Za-z\d_])"#
    ),
    Pattern(
      "temporary name",
      "#",
      #"(?<![A-Za-z\d])(?=[A-Za-z]*\d)[A-Za-z\d]{4,16}(?![A-Za-z\d])(?<=/(?:tmp|T|Temp)/[\w./-]{0,80})"#
    ),
    Pattern(
      "numbers of a name",
      "#",
      #"\b[A-Za-z]+(?=(?:_[A-Za-z]{1,2})*_\d+(?:_[A-Za-z]{1,2})*_\d)(?:_(?:\d+|[A-Za-z]{1,2}))+\b(?!\.\w)"#
    ),
    Pattern("bytes", "#", #"\b(?:[\dA-F]{2}[ -]){7,}[\dA-F]{2}\b"#),
    Pattern(
      "status",
      "$0",
      #"(?=[45]\d\d\b)(?<=^|"|[-=]> |→ |answered |returned |got |with |page |response: |\ba |HTTP/[\d.]{1,3} |/\w{1,30} )\d{3}"#
        + #"(?![.,]\d| ?\#(unit)|\#(counted))"#
    ),
    Pattern("code of a system", "$0", #"\b0x[8C][\dA-F]{7}\b"#),
    Pattern(
      "date",
      "<date>",
      #"\b(?:\d{4}[-/]\d\d?[-/]\d\d?|\d\d?/\d\d?/(?:\d\d){1,2}\b|\d\d?\.\d\d?\.\d{4}\b|\d\d? \#(month))\#(restOfDate)"#,
      #"\b\d{8}T\d{6}Z?\b"#
    ),
    Pattern("time", "#", #"\b\#(clock)(?!\w|:\d)\#(zone)"#),
    Pattern("duration or size", "#", #"\b(?:\#(number)[ -]?\#(unit) ?)+(?<! )\b|\bPT[\dHMS.]+\b"#),
    Pattern("uuid", "<uuid>", #"\b[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}\b"#),
    Pattern("host", "<host>", #"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{5}\b)?|\#(ip6)"#),
    Pattern("address", "#", #"\b0x[\dA-Fa-f]+\b"#),
    Pattern("pod", "#", #"(?<=-)[b-df-hj-np-tv-z\d]{8,10}-[b-df-hj-np-tv-z\d]{5}(?![a-z\d])"#),
    Pattern("hex", "#", #"\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{4,}\b|\b(?=[A-F]*\d)(?=\d*[A-F])[\dA-F]{6,}\b"#),
    Pattern(
      "token",
      "#",
      #"\beyJ[\w.=-]+"#,
      #"(?<=sha(?:1|256|384|512)[-:=]{1,2})[\w+/-]{27,}={0,2}"#,
      #"(?<![\w/.])(?=[\w+/]{0,80}[+/])(?=(?:[A-Za-z+/]{1,20}\d{1,3}){4})[A-Za-z\d+/]{32,}={0,2}(?![\w.])"#,
      #"\b(?=[A-Z\d]{14})[A-Z]*\d+[A-Z][A-Z\d]*\b|\b(?=[A-Z\d]{14})[A-Z]+\d[A-Z\d]*[A-Z][A-Z\d]*\b"#,
      #"\b(?=[A-Z\d]{6}\b)(?:[A-Z]+\d+[A-Z]+\d|\d+[A-Z]+\d+[A-Z])[A-Z\d]*\b"#,
      #"(?<=[a-z]-)(?:[a-z]\d[a-z]\d|\d[a-z]\d[a-z]|(?=[a-z]*\d)(?=\d*[a-z])[b-df-hj-np-tv-z\d]{5})(?![a-z\d-])"#,
      #"\b(?=[\w+/-]{0,40}[a-z])(?=[\w+/-]{0,40}[A-Z])(?=[A-Za-z_+/-]{0,40}\d+[A-Za-z_+/-]{1,40}\d)"#
        + #"(?:[\w+/-]{20,}=+|[\w+-]{20,})"#,
      #"\b(?=\w{8})(?:(?:[a-z]+\d+[a-z]|\d+[a-z]+\d)[a-z\d]*|[A-Z]*\d+[A-Z]+\d[A-Z\d]*)\b"#
    ),
    Pattern("number of a name", "#", #"(?<=[a-z])(?<=\b[a-z]{4,12})\d{2,}|(?<=/p)\d+\b"#),
    Pattern("number", "#", #"(?<![A-Za-z\d_])\#(number)(?:(?:st|nd|rd|th)\b)?"#),
  ]

  static let line = ":<line>"

  /// All patterns as one expression that never starts inside a word, because that would try each pattern at each letter.
  static let anyOfThem =
    #"(?!(?<=[a-z])[a-rt-z])(?:(?=\W)(?:\#(either(signs)))|(?=[A-Za-z])(?:\#(either(words)))"#
    + #"|(?=\d|\w[^ ]{0,40}\d)(?:\#(either(numbers))))"#

  /// The replacement for each group of ``anyOfThem``.
  static let shownOfGroups = [signs, words, numbers].flatMap(groups).map(\.shown)

  private static func either(_ patterns: [Pattern]) -> String {
    groups(of: patterns).map { "(\($0.expression))" }.joined(separator: "|")
  }

  /// Merges neighbors with the same replacement, because each group costs time wherever it might begin.
  private static func groups(of patterns: [Pattern]) -> [Pattern] {
    patterns.reduce(into: []) { groups, pattern in
      let isSame = groups.last?.shown == pattern.shown
      let expressions = (isSame ? [groups.removeLast().expression] : []) + [pattern.expression]
      groups.append(Pattern(pattern.name, pattern.shown, expressions.joined(separator: "|")))
    }
  }
}
