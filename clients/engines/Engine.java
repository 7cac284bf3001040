// A Kōnane engine that plays random moves, as a start for yours: docs/write-an-engine.md explains it.
import java.util.*;

class Engine {
    static int width, height; // cell (x, y) of the board is at 18 * y + x: 'x' is Black's stone, 'o' White's, '.' none
    static char turn = 'x', board[] = new char[18 * 18];
    static String name(int at) { return " ABCDEFGHJKLMNOPQ".charAt(at % 18) + "" + at / 18; } // the letter I is skipped
    static Map<String, int[]> legalMoves() { // each as the place of the stone, a step, and the number of steps
        var moves = new TreeMap<String, int[]>();
        int hole = new String(board).indexOf('.'), last = new String(board).lastIndexOf('.');
        for (int at = 0; at < board.length; at++) if (board[at] == turn) {
            int x = Math.abs(2 * (at % 18) - width - 1), y = Math.abs(2 * (at / 18) - height - 1); // from the middle
            boolean isFirst = x + y <= 2 || x == width - 1 && y == height - 1; // in the middle, or a corner
            boolean isSecond = Math.abs(at - hole) == 1 || Math.abs(at - hole) == 18; // beside the hole
            if (hole < 0 ? isFirst : hole == last && isSecond) moves.put(name(at), new int[] {at, 0, 0});
            for (int step : new int[] {1, -1, 18, -18}) // after these two moves, all are jumps in a straight line
                for (int n = 2; hole != last && board[at + n * step - step] == (turn == 'x' ? 'o' : 'x')
                        && board[at + n * step] == '.'; n += 2)
                    moves.put(name(at) + "-" + name(at + n * step), new int[] {at, step, n});
        }
        return moves;
    }
    static String answer(String command, String... words) {
        var moves = legalMoves();
        if (command.equals("legal_moves")) return String.join(" ", moves.keySet());
        if (command.equals("list_commands")) return "genmove\nlegal_moves\nlist_commands\nplay\nquit\nset_game\nset_position";
        if (command.equals("set_game")) {
            var size = String.join(" ", words).replaceFirst("^konane$", "konane width=8 height=8").split(" width=| height=");
            if (size.length != 3 || !size[0].equals("konane")) throw new RuntimeException("expected: konane width=W height=H");
            String row = "xo".repeat(9), white = row.substring(1, Integer.parseInt(size[1]) + 1);
            String both = row.substring(0, white.length()) + "/" + white + "/";
            answer("set_position", both.repeat(8).substring(0, Integer.parseInt(size[2]) * (white.length() + 1)), "b");
        } else if (command.equals("set_position")) {
            for (int n = 16; n > 0; n--) words[0] = words[0].replace("" + n, ".".repeat(n)); // runs of empty cells
            String[] rows = words[0].split("/"); // from the top
            Arrays.fill(board, ' ');
            for (int y = 0; y < rows.length; y++) rows[y].getChars(0, rows[0].length(), board, 18 * (rows.length - y) + 1);
            width = rows[0].length(); height = rows.length; turn = words[1].equals("b") ? 'x' : 'o';
        } else if (command.equals("play") || command.equals("genmove")) {
            var random = moves.keySet().stream().skip(new Random().nextInt(Math.max(1, moves.size()))).findFirst();
            String move = words.length > 1 ? words[1].toUpperCase() : random.orElse("resign");
            boolean isTurn = words[0].toLowerCase().charAt(0) == (turn == 'x' ? 'b' : 'w');
            if (!isTurn || words.length > 1 && !moves.containsKey(move)) throw new RuntimeException("illegal move: " + move);
            int[] path = moves.getOrDefault(move, new int[] {0, 0, -1}); // a player without a move resigns
            for (int n = 0; n <= path[2]; n++) board[path[0] + n * path[1]] = n > 0 && n == path[2] ? turn : '.';
            turn = turn == 'x' ? 'o' : 'x';
            return words.length > 1 ? "" : move;
        } else if (!command.equals("quit")) throw new RuntimeException("unknown command");
        return "";
    }
    public static void main(String[] arguments) {
        for (var input = new Scanner(System.in); input.hasNextLine(); ) {
            String[] line = (input.nextLine().split("#", 2)[0].trim().replaceFirst("^(?!\\d)", " ") + " ").split("\\s+", 3);
            if (line[1].isEmpty()) continue;
            try { System.out.println("=" + line[0] + " " + answer(line[1], line[2].split("\\s+")) + "\n"); }
            catch (RuntimeException error) { System.out.println("?" + line[0] + " " + error.getMessage() + "\n"); }
            if (line[1].equals("quit")) return;
        }
    }
}
