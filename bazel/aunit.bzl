"""aunit in Bazel: tests of declarative models.

    # WORKSPACE
    local_repository(name = "rules_aunit", path = "third_party/aunit/bazel")  # or http_archive with strip_prefix = ".../bazel"
    load("@rules_aunit//:aunit.bzl", "aunit_system")
    aunit_system(name = "aunit")

    # BUILD
    load("@rules_aunit//:aunit.bzl", "aunit_test")
    aunit_test(
        name = "list_test",
        srcs = ["list.aunit"],   # the tests
        data = ["list.als"],     # what they open
        shard_count = 2,
        args = ["--timeout", "10"],
    )

The tests of a target are spread over its shards, their JUnit file is the target's test.xml, and --test_filter is an expression as
`aunit run -k` takes it: aunit reads what Bazel says in the environment."""

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _aunit_test_impl(ctx):
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    words = [ctx.executable._aunit.short_path, "run"]
    if ctx.file.model:
        words += ["--model", ctx.file.model.short_path]
    words += [file.short_path for file in ctx.files.srcs]
    coverage = ' --coverage-out "$TEST_UNDECLARED_OUTPUTS_DIR/coverage.json"' if ctx.attr.coverage else ""
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec " + " ".join([_quoted(word) for word in words]) + coverage + ' "$@"\n',
        is_executable = True,
    )
    files = ctx.files.srcs + ctx.files.data + ([ctx.file.model] if ctx.file.model else [])
    runfiles = ctx.runfiles(files = files).merge(ctx.attr._aunit[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = script, runfiles = runfiles.merge(ctx.runfiles(files = [ctx.executable._aunit])))]

aunit_test = rule(
    implementation = _aunit_test_impl,
    doc = "Runs the tests in `srcs`.",
    attrs = {
        "srcs": attr.label_list(
            allow_files = [".aunit", ".als", ".np", ".prog", ".md"],
            mandatory = True,
            doc = "Files with tests.",
        ),
        "data": attr.label_list(allow_files = True, doc = "What they open, and the instances that they name."),
        "model": attr.label(allow_single_file = True, doc = "The model that the tests are about, where they do not open it."),
        "coverage": attr.bool(doc = "Leave coverage.json among the test's undeclared outputs."),
        "_aunit": attr.label(default = "@aunit//:aunit", executable = True, cfg = "exec", allow_single_file = True),
    },
    test = True,
)

def _aunit_system_impl(repository):
    path = repository.attr.path or repository.which("aunit")
    if not path:
        fail("aunit is not on the PATH; say where it is: aunit_system(name = \"%s\", path = \"/.../aunit\")" % repository.name)
    repository.symlink(path, "aunit_program")
    repository.file("BUILD.bazel", """
filegroup(name = "program", srcs = ["aunit_program"])
alias(name = "aunit", actual = "aunit_program", visibility = ["//visibility:public"])
exports_files(["aunit_program"])
""")

aunit_system = repository_rule(
    implementation = _aunit_system_impl,
    doc = "The aunit that is installed, as @aunit.",
    attrs = {"path": attr.string(doc = "Where it is; else it is looked for on the PATH.")},
    local = True,
    environ = ["PATH"],
)
