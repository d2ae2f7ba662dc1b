import java.util.*;

class LocksDriver extends LocksScriptsTest.Program {
  private final String bug = System.getenv().getOrDefault("LOCKS_BUG", "");
  private final LinkedList<String> queue = new LinkedList<>();
  private boolean renewed = false;

  @Override public void init(AunitReplay.State atoms, AunitReplay.State fixed, AunitReplay.State state) { if (bug.equals("begins")) queue.add("nobody"); }
  private boolean has(String c) { return c.equals(queue.peekFirst()); }
  private void next() {
    renewed = false;
    queue.removeFirst();
    if (bug.equals("last") && queue.size() > 1) queue.addFirst(queue.removeLast());  // the last who waits comes first
    if (bug.equals("throws") && queue.size() > 1) throw new IllegalStateException("planted");
  }
  @Override boolean acquire(String c) { return !queue.contains(c) && queue.add(c); }
  @Override boolean release(String c) {
    if (!has(c)) throw new AunitReplay.Refused();
    next();
    return true;
  }
  @Override boolean cancel(String c) { return !has(c) && queue.remove(c); }
  @Override boolean renew(String c) {
    if (!has(c) || renewed) return false;
    return renewed = true;
  }
  @Override boolean expire() {
    if (queue.isEmpty()) return false;
    if (renewed) renewed = false; else next();
    return true;
  }
  @Override public AunitReplay.State state() {
    AunitReplay.State state = new AunitReplay.State();
    Set<String> places = new HashSet<>();
    for (int i = 0; i < queue.size(); ++i) places.add(i + ":" + queue.get(i));
    state.put("queue", places);
    state.put("Renewed", renewed ? Set.of(queue.peekFirst()) : Set.of());
    return state;
  }
}
