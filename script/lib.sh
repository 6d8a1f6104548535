# Shared by the scripts beside it: `. "$(dirname "$0")/lib.sh"`. Plain POSIX sh.
# shellcheck shell=sh

set -eu

# The project's folder, wherever the script was called from.
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

# Messages go to stderr; stdout is for results.
say() { printf '%s\n' "$*" >&2; }
step() { printf '\n== %s\n' "$*" >&2; }
fail() {
    say "$(basename -- "$0"): $*"
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

is_root() { [ "$(id -u)" -eq 0 ]; }

# as_root COMMAND...: uses sudo unless the user is root.
as_root() {
    if is_root; then
        "$@"
    elif have sudo; then
        sudo -- "$@"
    else
        fail "\"$*\" needs root, and there is no sudo here. Run it as root, then start again."
    fi
}

# is_installed 'a|b': whether one of these Debian packages is installed.
is_installed() {
    for alternative in $(printf '%s' "$1" | tr '|' ' '); do
        case $(dpkg-query --show --showformat='${db:Status-Status}' "$alternative" 2>/dev/null || true) in
        installed) return 0 ;;
        esac
    done
    return 1
}

# The folder that `swift build ARGUMENTS` puts its products in.
products() { swift build --package-path "$root" "$@" --show-bin-path; }

# archive_flags: sets `flags` to the arguments of `swift build` for a program with the C libraries inside. It needs UNDERSTUDY_LINKS_ITSELF=1
# in the environment as well, so that Package.swift does not name the shared ones. Only lld reads script/linking.
# `--wrap` belongs to Sources/MicroHTTPD/Hooks.
archive_flags() {
    flags='-Xswiftc -use-ld=lld'
    for argument in --wrap=MHD_create_response_from_buffer \
        --wrap=MHD_create_response_from_buffer_static "$root/script/linking/libmicrohttpd.so" \
        -l:libpcre2-8.a -l:libnettle.a -l:libz.a; do
        flags="$flags -Xlinker $argument"
    done
}

# release_flags: the same for a release. Swift's library and C++'s are inside as well; a type's arguments and their conformances are written
# into the program, not looked up by name at its start, and relocations are packed (docs/decisions/0013-a-start-in-milliseconds.md). Functions that
# nothing calls are left out: each has a section of its own, and the program exports no symbol. Functions that are equal are there once (0221).
# PCRE2's JIT compiler is left out as well: what the rest of PCRE2 refers to of it is a function that ends the process (0276).
release_flags() {
    archive_flags
    flags="-c release --static-swift-stdlib $flags -Xswiftc -L$root/script/linking -Xlinker -z -Xlinker pack-relative-relocs \
-Xlinker --no-export-dynamic -Xlinker --icf=all -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
-Xswiftc -Xfrontend -Xswiftc -function-sections"
    for symbol in pcre2_jit_match_8 _pcre2_jit_check_exec_8 _pcre2_jit_free_8 _pcre2_jit_get_size_8 _pcre2_jit_get_target_8; do
        flags="$flags -Xlinker --defsym=$symbol=swift_deletedMethodError"
    done
}
