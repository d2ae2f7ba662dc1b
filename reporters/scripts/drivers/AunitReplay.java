import java.util.*;
import java.util.function.Supplier;

/** Replays scripts of a model against a program (made by `aunit generate --scripts --as junit`; yours to keep). */
public final class AunitReplay {
  public static class Refused extends RuntimeException {}  // throw it, or return false, if the program refuses a call
  public static class State extends TreeMap<String, Set<String>> {}  // the tuples of each relation as texts: "a->b"; "0:a" for a sequence
  /** The program under test. Relations that state() omits are not compared. */
  public interface Program {
    void init(State atoms, State fixed, State state);
    boolean call(String action, List<String> arguments);
    State state();
  }
  /** Calls that must be refused (each after its guard), then a call, and the states that are allowed after it. */
  public record Step(List<List<String>> refused, List<String> call, List<State> states) {}
  public record Script(String number, State atoms, State fixed, List<Step> steps) {}  // the first step has no call
  public record Happened(List<String> call, State state) {}

  public final List<Happened> log = new ArrayList<>();
  private int at = 0;
  private String doing = "init";

  private static String shown(List<String> call) { return call.get(0) + call.subList(1, call.size()); }
  private static boolean accepts(Program to, List<String> call) {
    try { return to.call(call.get(0), call.subList(1, call.size())); } catch (Refused no) { return false; }
  }
  private static String differences(State expected, State actual) {
    StringBuilder text = new StringBuilder();
    actual.forEach((name, value) -> {
      if (!expected.containsKey(name)) text.append("\n  " + name + ": no relation of this name changes in the model");
      else if (!expected.get(name).equals(value)) text.append("\n  " + name + ": expected " + expected.get(name) + ", is " + new TreeSet<>(value));
    });
    return text.toString();
  }
  private String play(Script script, Program program) {  // returns the difference
    program.init(script.atoms, script.fixed, script.steps.get(0).states.get(0));
    for (at = 0; at < script.steps.size(); ++at) {
      Step step = script.steps.get(at);
      for (List<String> each : step.refused) {
        List<String> call = each.subList(1, each.size());
        doing = shown(call) + ", which must be refused (" + each.get(0) + "),";
        if (accepts(program, call)) return shown(call) + " must be refused: " + each.get(0);
        String wrong = differences(script.steps.get(at - 1).states.get(0), program.state());
        if (!wrong.isEmpty()) return shown(call) + " was refused, and changed the state" + wrong;
      }
      if (step.states.isEmpty()) return "";
      doing = at == 0 ? "state" : shown(step.call);
      if (at > 0 && !accepts(program, step.call)) return doing + " was refused";
      State actual = program.state();
      if (at > 0) log.add(new Happened(step.call, actual));
      String wrong = differences(step.states.get(0), actual);
      if (wrong.isEmpty()) continue;
      if (step.states.stream().anyMatch(other -> differences(other, actual).isEmpty())) return "";  // another state that is allowed
      return (at == 0 ? "at the beginning" : "after " + doing) + wrong;
    }
    return "";
  }
  private String run(Script script, Supplier<Program> make) {
    try { return play(script, make.get()); } catch (Throwable error) { return doing + " ended in an error: " + error; }
  }
  /** Returns the difference and the shortest script that shows it; empty if there is none. Adds the calls and states to the log. */
  public static String replay(Script script, Supplier<Program> make, String view, List<Happened> log) {
    AunitReplay first = new AunitReplay(), last = first;
    String wrong = first.run(script, make);
    log.addAll(first.log);
    if (wrong.isEmpty()) return "";
    List<Step> steps = script.steps.subList(0, first.at + 1);
    for (int i = 0; i < steps.size(); ++i) for (int k = steps.size() - 2; k > i; --k) {  // without steps between equal states
      if (!steps.get(i).states.get(0).equals(steps.get(k).states.get(0))) continue;
      List<Step> rest = new ArrayList<>(steps.subList(0, i + 1));
      rest.addAll(steps.subList(k + 1, steps.size()));
      AunitReplay less = new AunitReplay();
      String still = less.run(new Script(script.number, script.atoms, script.fixed, rest), make);
      if (!still.isEmpty() && less.at == rest.size() - 1) { steps = rest; last = less; wrong = still; k = steps.size() - 1; }
    }
    StringBuilder text = new StringBuilder("script " + script.number + ": the program differs from the model at step " + first.at + "; shortened:");
    for (int i = 0; i < last.log.size(); ++i) text.append("\n  " + (i + 1) + ". " + shown(last.log.get(i).call));
    return text + "\n  " + wrong + "\n  to see it: " + view.replace("{}", script.number);
  }
}
