// All final boards of tic-tac-toe when x moves first (the UCI set "Tic-Tac-Toe Endgame", OpenML 50, follows this rule).
import { makeTable, type Table } from "../../table/table.ts";

const SQUARES = ["top", "middle", "bottom"].flatMap((line) =>
  ["left", "middle", "right"].map((column) => `${line}-${column}-square`),
);

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/**
 * The 958 boards at which a game can end; the class is "positive" where x has three in a row, else "negative".
 * Squares hold x, o or b (blank). Boards of class "positive" come first, each class in the order x, o, b.
 * @example ticTacToe().rows // 958
 */
export function ticTacToe(): Table {
  const boards = [...finalBoards()].sort(byClassThenSquares);
  const columns = SQUARES.map((name, at) => ({
    name,
    type: "text" as const,
    values: boards.map((board) => board[at]),
    categories: ["b", "o", "x"],
  }));
  const classes = {
    name: "class",
    type: "text" as const,
    values: boards.map((board) => (hasThree(board, "x") ? "positive" : "negative")),
    categories: ["negative", "positive"],
  };
  return makeTable([...columns, classes], { target: "class", source: "tic-tac-toe" });
}

function finalBoards(): Set<string> {
  const finished = new Set<string>();
  const play = (board: string, mover: "x" | "o") => {
    if (hasThree(board, "x") || hasThree(board, "o") || !board.includes("b")) {
      finished.add(board);
      return;
    }
    for (let at = 0; at < 9; at++) {
      if (board[at] === "b") play(board.slice(0, at) + mover + board.slice(at + 1), mover === "x" ? "o" : "x");
    }
  };
  play("bbbbbbbbb", "x");
  return finished;
}

function hasThree(board: string, player: string): boolean {
  return LINES.some((line) => line.every((at) => board[at] === player));
}

function byClassThenSquares(a: string, b: string): number {
  const won = Number(hasThree(b, "x")) - Number(hasThree(a, "x"));
  if (won !== 0) return won;
  const at = [...a].findIndex((square, i) => square !== b[i]);
  return at < 0 ? 0 : "xob".indexOf(a[at]) - "xob".indexOf(b[at]);
}
