# Games written by GoGui and by gogui-twogtp, loaded whole and up to a move: for gogui-regress, and for the project's own
# test. Run in this folder.

# A person's game in GoGui, with a variation; in the main line White has a jump under way.
set_game kangaroo
loadsgf gogui-kangaroo.sgf
10 position
#? [2xxxxxx/xxxxxxxx/xx6/8/8/2o5/oooooooo/oo1ooooo w -]
11 undo
12 legal_moves
#? [A3-A3 .*]
loadsgf gogui-kangaroo.sgf 4
13 position
#? [x1xxxxxx/xxxxxxxx/1x6/8/8/8/oooooooo/oooooooo w -]

# Games of gogui-twogtp, in which the player who waits passes.
set_game konane width=6 height=6
loadsgf twogtp-konane.sgf
20 side_to_move
#? [b]
21 result
#? [none|W\+1]

set_game kanga width=4 height=4
loadsgf twogtp-kanga.sgf
30 result
#? [W\+1]
loadsgf twogtp-kanga.sgf 5
31 position
#? [3x/1o1o/3x/4 b]
32 reg_genmove b
#? [[A-D][1-4]]

set_game send_it size=2
loadsgf twogtp-send_it.sgf
40 final_score
#? [B\+7]
41 position
#? [1x/1x1/1x w 3 2 -]

set_game kangaroo size=6 max_moves=30
loadsgf twogtp-kangaroo.sgf
50 result
#? [B\+1]
