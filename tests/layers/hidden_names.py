#!/usr/bin/env python3
"""Files of a layer, and of its tests, are compiled together where CMAKE_UNITY_BUILD is on: what one of them hides in a namespace without
a name, all behind it see. A name that is hidden in one file (there, or by a `using` of its own) and declared in the namespace around it
elsewhere in the layer would then silently mean something else. (Two files that hide the same name do not compile, or are told apart by
their parameters.)

usage: hidden_names.py ROOT     exit code 1 with a line for each such name"""
import collections, glob, os, re, sys

layers = 'support model parser evaluator solver coverage suite strength runner reporters server cli'.split()
name = r'(?!const\b|operator\b)[A-Za-z_]\w*'
declaring = re.compile(rf'^[\w:<>,&*\s\[\]\(\)]*?[\s&*>]({name})\s*(?:\((?!\w+::\*)|[=;{{\[])')  # at the start of a line, as clang-format leaves it
no_declaration = re.compile(r'(using|namespace|struct|class|enum|union|template|static_assert|extern)\b')


def without_text(source):
    for pattern, by in ((r'R"(\w*)\(.*?\)\1"', '""'), (r'"(?:\\.|[^"\\\n])*"', '""'), (r"'(?:\\.|[^'\\\n])+'", "' '"), (r'/\*.*?\*/', ''), (r'//[^\n]*', '')):
        source = re.sub(pattern, by, source, flags=re.S)
    return source


def declared(text):
    """Names that a namespace's body declares, and what they stand for where they are no more than that."""
    names = {}
    for kind, found, body in re.findall(rf'^(struct|class|enum(?: class)?|union)\s+({name})\b[^;{{]*\{{([^}}]*)', text, re.M):
        names[found] = None
        if kind == 'enum':
            names.update(dict.fromkeys(re.findall(rf'({name})\s*(?:=[^,]*)?(?:,|$)', body)))
    names.update(re.findall(rf'^(?:using|namespace)\s+({name})\s*=\s*([^;]*)', text, re.M))
    for line in text.split('\n'):
        if line and line[0] not in ' }#' and not no_declaration.match(line) and (found := declaring.match(line)):
            names[found[1]] = None
    return names


def used(text):
    """Names that a namespace's body takes from others, and what they stand for."""
    return [(target.rpartition('::')[2], target) for target in re.findall(r'^using\s+([\w:]+::\w+);', text, re.M)]


def bodies(source):
    """The text in each namespace, by its path; `{}` is one without a name."""
    around, depth, found = [], 0, collections.defaultdict(list)
    for line in without_text(source).split('\n'):
        opened = re.match(r'(?:inline )?namespace\s*([\w:]*)\s*\{', line)
        if opened and line.count('{') > line.count('}'):
            around.append(opened[1] or '{}')
        elif line.startswith('}') and depth == 0 and around:
            around.pop()
        else:
            found['::'.join(around)].append(line)
            depth += line.count('{') - line.count('}')
    return {space: '\n'.join(lines) for space, lines in found.items()}


def hidden_in(folder):
    hidden, seen = [], collections.defaultdict(list)
    for path, _, files in os.walk(folder):
        for file in sorted(file for file in files if file.endswith(('.h', '.cpp'))):
            with open(os.path.join(path, file), encoding='utf-8') as source:
                for space, text in bodies(source.read()).items():
                    around, _, inner = space.partition('::{}')
                    for found, alias in declared(text).items():
                        if space != around:
                            hidden.append((around, found, alias, os.path.join(path, file)))
                        elif space:
                            seen[space, found].append((alias, os.path.join(path, file)))
                    for found, target in used(text):
                        hidden.append((around, found, target, os.path.join(path, file)))
    for space, found, alias, file in hidden:
        for end in range(space.count('::') + 1):
            outer = space.rsplit('::', end)[0]
            others = seen[outer, found]
            if all(where != file for _, where in others):
                yield from (f'{file} hides {found}, which {where} declares in {outer}' for other, where in others if alias is None or alias != other)


def main():
    os.chdir(sys.argv[1])
    wrong = [line for folder in layers + sorted(glob.glob('tests/*/')) for line in hidden_in(folder)]
    print('\n'.join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
