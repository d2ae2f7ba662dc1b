# cmake -DCLASS=NAME -DFILE=NAME.cpp -P lazy_tables.cmake: edits a generated lexer or parser. It then reads its tables when its first
# object is made, as in later versions of ANTLR; without this, every process would read the tables of all grammars before main. It does
# not verify the tables. Data that parses share are guarded against exhausted memory (guarded_parser.h).
file(READ ${FILE} code)
string(REPLACE "\n${CLASS}::Initializer ${CLASS}::_init;\n" "" lazy "${code}")
string(REGEX REPLACE "(\n${CLASS}::${CLASS}\\([A-Za-z]+ \\*input\\) : [A-Za-z]+\\(input\\) {\n)" "\\1  static const Initializer tables = aunit::parser::withSharedTables([] { return Initializer(); });\n" lazy "${lazy}")
string(FIND "${lazy}" "::_init;" eager)
string(FIND "${lazy}" "static const Initializer tables" made)
string(REPLACE "new atn::ParserATNSimulator(" "new aunit::parser::GuardedPrediction(" lazy "${lazy}")
string(REPLACE "new atn::LexerATNSimulator(" "new aunit::parser::GuardedMatching(" lazy "${lazy}")
string(FIND "${lazy}" "new aunit::parser::Guarded" guarded)
string(REPLACE "atn::ATNDeserializer deserializer;" "atn::ATNDeserializer deserializer = aunit::parser::trustingDeserializer();" lazy "${lazy}")
string(FIND "${lazy}" "trustingDeserializer" trusting)
if(NOT eager EQUAL -1 OR made EQUAL -1 OR guarded EQUAL -1 OR trusting EQUAL -1)
  message(FATAL_ERROR "${FILE} does not look as ANTLR 4.7 generates it")
endif()
file(WRITE ${FILE} "#include \"parser/guarded_parser.h\"\n${lazy}")
