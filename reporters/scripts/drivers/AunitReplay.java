import java.nio.file.*;
import java.util.*;
import java.util.function.Supplier;
/** Replays scripts of a model against a program (made by `aunit generate --scripts --as junit`; yours to keep). */
public final class AunitReplay {
  public static class Refused extends RuntimeException {}  // thrown, or false returned, where the program refuses a call
  public static class State extends TreeMap<String, Set<String>> {}  // by a relation's name its tuples, each as a text, "a->b", "0:a" in a sequence
  /** A program. What state() leaves out is not compared. */
  public interface Program { void init(State atoms, State fixed, State state); boolean call(String action, List<String> arguments); State state(); }
  private record Found(int steps, String wrong) {}
  private record Step(List<String> call, List<List<String>> refused, List<State> states) {}  // states: the one after it, others that are allowed
  private final State atoms = new State(), fixed = new State();
  private final List<Step> all = new ArrayList<>();
  private final Supplier<Program> make; private final StringBuilder log = new StringBuilder(); private String number = "";
  private AunitReplay(String script, Supplier<Program> make) {
    this.make = make;
    for (String line : script.split("\n")) {
      List<String> words = List.of(line.split("\t", -1)), rest = words.subList(1, words.size());
      if (words.get(0).equals("script")) number = words.get(1);
      if (words.get(0).matches("script|next")) all.add(new Step(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
      Step last = all.get(all.size() - 1);
      switch (words.get(0)) {
        case "refused" -> last.refused.add(rest);
        case "call" -> last.call.addAll(rest);
        case "to" -> last.states.add(new State());
        case "is" -> last.states.get(last.states.size() - 1).put(words.get(1), new TreeSet<>(words.subList(2, words.size())));
        case "atoms", "fixed" -> (words.get(0).equals("atoms") ? atoms : fixed).put(words.get(1), new TreeSet<>(words.subList(2, words.size())));
      }
    }
  }
  private static String shown(List<String> call) { return call.get(0) + call.subList(1, call.size()); }
  private static boolean accepts(Program to, List<String> call) { try { return to.call(call.get(0), call.subList(1, call.size())); } catch (Refused no) { return false; } }
  private static String json(Collection<String> texts) {
    return texts.stream().map(t -> t.contains("->") ? json(List.of(t.split("->"))) : '"' + t.replaceFirst("^\\d+:", "").replace("\\", "\\\\").replace("\"", "\\\"") + '"').toList().toString();
  }
  private static String differences(State expected, State actual) {
    return String.join("", actual.keySet().stream().filter(n -> !expected.get(n).equals(new TreeSet<>(actual.get(n))))
        .map(n -> "\n  " + n + ": expected " + expected.get(n) + ", is " + new TreeSet<>(actual.get(n))).toList());
  }
  private Found run(List<Step> steps) {
    Program program = make.get();
    program.init(atoms, fixed, steps.get(0).states.get(0));
    for (int i = 0; i < steps.size(); ++i) {
      Step step = steps.get(i);
      for (List<String> each : step.refused) {
        if (accepts(program, each.subList(1, each.size()))) return new Found(i, "\n  " + shown(each.subList(1, each.size())) + " must be refused: " + each.get(0));
        String wrong = differences(steps.get(i - 1).states.get(0), program.state());
        if (!wrong.isEmpty()) return new Found(i, "\n  " + shown(each.subList(1, each.size())) + " was refused, and changed the state" + wrong);
      }
      if (step.states.isEmpty()) return null;
      if (i > 0 && !accepts(program, step.call)) return new Found(i, "\n  " + shown(step.call) + " was refused");
      State actual = program.state();
      if (i > 0) log.append("{\"event_args\": " + json(step.call.subList(1, step.call.size())) + ", \"event\": \"" + step.call.get(0) + '"');
      if (i > 0) actual.forEach((name, value) -> log.append(", \"" + name + "\": " + json(new TreeSet<>(value))));
      log.append(i > 0 ? "}\n" : "");
      String wrong = differences(step.states.get(0), actual);
      if (wrong.isEmpty()) continue;
      if (step.states.stream().anyMatch(other -> differences(other, actual).isEmpty())) return null;  // another way, which is allowed
      return new Found(i, "\n  " + (i == 0 ? "at the beginning" : "after " + shown(step.call)) + wrong);
    }
    return null;
  }
  /** Throws the shortest script that shows a difference. AUNIT_LOG=FOLDER: what happened is written there for `aunit trace`. */
  public static void replay(String script, Supplier<Program> make, String view) throws Exception {
    AunitReplay replay = new AunitReplay(script, make);
    Found found = replay.run(replay.all), first = found;
    if (System.getenv("AUNIT_LOG") != null) Files.writeString(Path.of(System.getenv("AUNIT_LOG"), replay.number + ".ndjson"), replay.log);
    if (found == null) return;
    List<Step> steps = replay.all.subList(0, found.steps + 1);
    for (int i = 0; i < steps.size(); ++i) for (int k = steps.size() - 2; k > i; --k) {  // without what lies between equal states
      if (!steps.get(i).states.get(0).equals(steps.get(k).states.get(0))) continue;
      List<Step> rest = java.util.stream.Stream.concat(steps.stream().limit(i + 1), steps.stream().skip(k + 1)).toList();
      Found less = replay.run(rest);
      if (less != null && less.steps == rest.size() - 1) { steps = rest; found = less; k = steps.size() - 1; }
    }
    StringBuilder text = new StringBuilder("script " + replay.number + ": the program differs from the model at step " + first.steps + "; in short:");
    for (int i = 1; i < steps.size(); ++i) if (!steps.get(i).call.isEmpty()) text.append("\n  " + i + ". " + shown(steps.get(i).call));
    throw new AssertionError(text + found.wrong + "\n  to see it: " + view.replace("{}", replay.number));
  }
}
