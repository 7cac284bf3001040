// A Kōnane engine that plays random moves, as a start for yours: docs/write-an-engine.md explains it.
#include <iostream>
#include <map>
#include <random>
#include <sstream>
using namespace std;
string board(18 * 18, ' ');  // cell (x, y) is at 18 * y + x: 'x' is Black's stone, 'o' White's, '.' none
int width, height, turn = 'x', other = 'o';
struct Path { int at, step, n; };  // the place of a stone, a step, and the number of steps
string name(int at) { return " ABCDEFGHJKLMNOPQ"[at % 18] + to_string(at / 18); }  // the letter I is skipped
map<string, Path> legal_moves() {
    map<string, Path> moves;
    int hole = board.find('.'), last = board.rfind('.');  // -1 on a full board
    for (int at = 0; at < 18 * 18; at++) if (board[at] == turn) {
        int x = abs(2 * (at % 18) - width - 1), y = abs(2 * (at / 18) - height - 1), far = abs(at - hole);
        bool is_first = x + y <= 2 || (x == width - 1 && y == height - 1);  // in the middle, or a corner
        if (hole < 0 ? is_first : hole == last && (far == 1 || far == 18)) moves[name(at)] = {at, 0, 0};
        for (int step : {1, -1, 18, -18})  // after these two moves, all are jumps in a straight line
            for (int n = 2; hole != last && board[at + n * step] == '.' && board[at + n * step - step] == other; n += 2)
                moves[name(at) + "-" + name(at + n * step)] = {at, step, n};
    }
    return moves;
}
string answer(const string& command, istream&& words) {
    auto moves = legal_moves();
    string text, word, rows;
    if (command == "legal_moves") for (auto& move : moves) rows += move.first + " ";
    if (command == "list_commands") return "genmove\nlegal_moves\nlist_commands\nplay\nquit\nset_game\nset_position";
    map<string, int> size{{"width", 8}, {"height", 8}};
    if (command == "set_game" && words >> text) {
        while (getline(words >> ws, word, '=')) words >> size[word];
        if (text != "konane" || size.size() > 2) throw runtime_error("expected: konane width=W height=H");
        for (int y = 0; y < size["height"]; y++, rows += '/') for (int x = 0; x < size["width"]; x++) rows += "xo"[(x + y) % 2];
        return answer("set_position", istringstream(rows.substr(0, rows.size() - 1) + " b"));
    } else if (command == "set_position" && words >> text >> word) {
        for (int n = 16; n > 0; n--)  // runs of empty cells
            for (size_t at; (at = text.find(to_string(n))) != string::npos;) text.replace(at, 1 + n / 10, string(n, '.'));
        int columns = (text += '/').find('/'), lines = text.size() / (columns + 1);
        if (columns > 16 || lines > 16) throw runtime_error("syntax error: the board is too large");
        board.assign(18 * 18, ' '), width = columns, height = lines;
        for (int y = 0; y < height; y++) board.replace(18 * (height - y) + 1, width, text, y * (width + 1), width);
        if ((turn == 'x') != (word == "b")) swap(turn, other);
    } else if ((command == "play" && words >> word >> text) || (command == "genmove" && words >> word)) {
        for (char& c : text) c = toupper(c);
        if (text.empty()) text = moves.empty() ? "resign" : next(moves.begin(), random_device{}() % moves.size())->first;
        if (tolower(word[0]) != "bw"[turn == 'o'] || (command == "play" && !moves.count(text))) throw runtime_error("illegal move");
        auto [at, step, n] = moves.count(text) ? moves[text] : Path{0, 0, -1};
        for (int i = 0; i <= n; i++) board[at + i * step] = i > 0 && i == n ? turn : '.';
        swap(turn, other);
    } else if (command != "legal_moves" && command != "quit") throw runtime_error("unknown command");
    return command == "genmove" ? text : rows;
}
int main() {
    for (string line, id, command; command != "quit" && getline(cin, line); id = "") {
        istringstream words(line.substr(0, line.find('#')));
        if (isdigit((words >> ws).peek())) words >> id;
        if (words >> command) try { cout << "=" + id + " " + answer(command, move(words)) + "\n\n" << flush; }
        catch (const exception& error) { cout << "?" + id + " " + error.what() + "\n\n" << flush; }
    }
}
