// Reads a script from its text: one line of tab-separated words per item. `logLines` gets the log line of each step.
aunit_replay::Script read(const std::string& text, std::vector<std::string>& logLines) {
  aunit_replay::Script script{"", {}, {}, {{}}};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> words(1);
    for (const char c : line) c == '\t' ? words.emplace_back() : words.back() += c;
    aunit_replay::Step& last = script.steps.back();
    if (words[0] == "script")
      script.number = words[1];
    else if (words[0] == "next")
      script.steps.emplace_back();
    else if (words[0] == "refused")
      last.refused.emplace_back(words[1], aunit_replay::Call(words.begin() + 2, words.end()));
    else if (words[0] == "call")
      last.call.assign(words.begin() + 1, words.end());
    else if (words[0] == "logged")
      logLines.push_back(words[1]);
    else if (words[0] == "to")
      last.states.emplace_back();
    else
      (words[0] == "atoms"   ? script.atoms
       : words[0] == "fixed" ? script.fixed
                             : last.states.back())[words[1]] = {words.begin() + 2, words.end()};
  }
  return script;
}

std::string quoted(std::string text) {
  for (std::size_t i = 0; (i = text.find_first_of("\\\"", i)) != std::string::npos; i += 2) text.insert(i, "\\");
  for (std::size_t i; (i = text.find("->")) != std::string::npos;) text.replace(i, 2, "\", \"");
  return '"' + text + '"';
}

// Returns a member of a JSON object: the relation's name and the list of its tuples. The elements of a sequence are listed in
// their order, without their indices.
std::string json(const std::string& relation, const std::set<std::string>& texts) {
  static const std::set<std::string> sequences{SEQUENCES};
  std::map<std::size_t, std::string> tuples;
  for (const std::string& text : texts) {
    const bool inOrder = sequences.contains(relation);
    const std::string tuple = quoted(inOrder ? text.substr(text.find(':') + 1) : text);
    tuples[inOrder ? std::stoul(text) : tuples.size()] = text.find("->") == std::string::npos ? tuple : "[" + tuple + "]";
  }
  std::string all;
  for (const auto& [place, tuple] : tuples) all += (all.empty() ? "" : ", ") + tuple;
  return quoted(relation) + ": [" + all + "]";
}

// AUNIT_LOG=FOLDER: writes the log of the run there, for `aunit trace`.
void writeLog(const aunit_replay::Script& script, const aunit_replay::Run& run, const std::vector<std::string>& logLines) {
  const char* folder = std::getenv("AUNIT_LOG");
  if (!folder) return;
  std::ofstream file(std::string(folder) + "/" + script.number + ".ndjson");
  for (std::size_t i = 0; i < run.log.size(); ++i) {
    std::string line = logLines[i];
    for (const auto& [relation, value] : run.log[i].second) line += ", " + json(relation, value);
    file << line << "}\n";
  }
}
