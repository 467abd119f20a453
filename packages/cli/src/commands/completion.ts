// `xpal completion`: scripts that let a shell complete commands and options, made from the commands themselves.
import type { Command } from "commander";

/** The script for a shell. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  const completed = commands.map(describe);
  return shell === "fish" ? fish(completed) : shell === "zsh" ? zsh(completed) : bash(completed);
}

interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: readonly { readonly long: string; readonly about: string }[];
  readonly words: readonly string[];
}

function describe(command: Command): Completed {
  const options = command.options.flatMap(({ long, description }) => (long ? [{ long, about: description }] : []));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return {
    name: command.name(),
    about: command.description(),
    options: [...options, { long: "--help", about: "print this help" }],
    words: [...command.commands.map((sub) => sub.name()), ...choices],
  };
}

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, options, words }) => `    ${name}) words="${[...words, ...options.map(({ long }) => long)].join(" ")}" ;;`,
  );
  return `_xpal() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} help" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _xpal xpal
`;
}

function zsh(commands: readonly Completed[]): string {
  const names = commands.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`);
  const cases = commands.map(({ name, options, words }) => {
    const flags = options.map(({ long, about }) => quote(`${long}[${about.replace(/[[\]:]/g, " ")}]`)).join(" ");
    const first = words.length === 0 ? "" : `'1:what:(${words.join(" ")})' `;
    return `    ${name}) _arguments ${first}${flags} '*:file:_files' ;;`;
  });
  return `#compdef xpal
_xpal() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join("\n")}
  esac
}
compdef _xpal xpal
`;
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, about, options, words }) => [
    `complete -c xpal -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
    ...words.map((word) => `complete -c xpal -n "__fish_seen_subcommand_from ${name}" -a ${word}`),
    ...options.map(
      ({ long, about: words }) =>
        `complete -c xpal -n "__fish_seen_subcommand_from ${name}" -l ${long.slice(2)} -d ${quote(words)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function quote(words: string): string {
  return `'${words.replaceAll("'", "’")}'`;
}
