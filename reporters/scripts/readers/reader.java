  /** Reads a script from its text: one line of tab-separated words per item. `logLines` gets the log line of each step. */
  private static AunitReplay.Script read(String text, List<String> logLines) {
    String number = "";
    AunitReplay.State atoms = new AunitReplay.State(), fixed = new AunitReplay.State();
    List<AunitReplay.Step> steps = new ArrayList<>();
    for (String line : text.split("\n")) {
      List<String> words = List.of(line.split("\t", -1)), rest = words.subList(1, words.size());
      if (words.get(0).equals("script")) number = words.get(1);
      if (words.get(0).matches("script|next")) steps.add(new AunitReplay.Step(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
      AunitReplay.Step last = steps.get(steps.size() - 1);
      switch (words.get(0)) {
        case "refused" -> last.refused().add(rest);
        case "call" -> last.call().addAll(rest);
        case "logged" -> logLines.add(words.get(1));
        case "to" -> last.states().add(new AunitReplay.State());
        case "is" -> last.states().get(last.states().size() - 1).put(words.get(1), new TreeSet<>(words.subList(2, words.size())));
        case "atoms" -> atoms.put(words.get(1), new TreeSet<>(words.subList(2, words.size())));
        case "fixed" -> fixed.put(words.get(1), new TreeSet<>(words.subList(2, words.size())));
        default -> { }
      }
    }
    return new AunitReplay.Script(number, atoms, fixed, steps);
  }

  private static String quoted(String text) { return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("->", "\", \"") + '"'; }

  /** The value of a relation as JSON: a list of tuples; a sequence in its order. */
  private static String json(String relation, Set<String> texts) {
    boolean inOrder = Set.<String>of(SEQUENCES).contains(relation);
    List<String> tuples = new ArrayList<>(texts);
    if (inOrder) tuples.sort(Comparator.comparingInt(text -> Integer.parseInt(text.substring(0, text.indexOf(':')))));
    return quoted(relation) + ": " + tuples.stream().map(text -> inOrder ? quoted(text.substring(text.indexOf(':') + 1))
        : text.contains("->") ? "[" + quoted(text) + "]" : quoted(text)).toList();
  }

  /** AUNIT_LOG=FOLDER: writes the log of the run there, for `aunit trace`. */
  private static void writeLog(AunitReplay.Script script, List<AunitReplay.Happened> happened, List<String> logLines) throws IOException {
    if (System.getenv("AUNIT_LOG") == null) return;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < happened.size(); ++i) {
      text.append(logLines.get(i));
      happened.get(i).state().forEach((relation, value) -> text.append(", ").append(json(relation, value)));
      text.append("}\n");
    }
    Files.writeString(Path.of(System.getenv("AUNIT_LOG"), script.number() + ".ndjson"), text);
  }

  private static void replay(String text) throws IOException {
    List<String> logLines = new ArrayList<>();
    AunitReplay.Script script = read(text, logLines);
    List<AunitReplay.Happened> happened = new ArrayList<>();
    String wrong = AunitReplay.replay(script, TYPEDriver::new, VIEW, happened);
    writeLog(script, happened, logLines);
    if (!wrong.isEmpty()) throw new AssertionError(wrong);
  }
