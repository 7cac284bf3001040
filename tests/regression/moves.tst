# Positions in which one move is right, whatever the strength: for gogui-regress, which reads the comments with a
# question mark, and for the project's own test. Run in this folder.

param nodes 20000

# Konane, from a worked position: C7-C5 wins, G7-E7 loses.
set_game konane
set_position 8/2x2oxo/2o5/1o2x3/3x1x2/6x1/4o3/5o2 b
10 reg_genmove b
#? [C7-C5]

# Kanga: three moves join the edges at once.
set_game kanga
set_position 1oxxo2/1oox3/2xx3/2xoo2/1oxo3/1xxo3/x2o1o1 b
20 reg_genmove b
#? [A2|B1|C1]

# Kangaroo: who leads by three and is to move resigns, giving a stone that counts once, and wins.
set_game kangaroo
set_position 8/8/1xx5/3x4/5x2/8/2o5/8 b -
30 reg_genmove b
#? [resign@.*]
play b resign@D5
31 result
#? [B\+1]

# Send It: nothing is left to gain for either side.
set_game send_it size=2
set_position xx/xxx/1x w 3 1 -
40 legal_moves
#? [PASS]
41 reg_genmove w
#? [PASS]
