// Drives papamu with @sabaki/gtp, the GTP client of Sabaki: a match in whole turns, streams that the next command
// ends, and commands sent without waiting. Prints "ok" at the end.
//
//   node sabaki.js PAPAMU
//
// The package is looked for where node looks for packages (npm install @sabaki/gtp, or NODE_PATH).

const {Controller} = require('@sabaki/gtp')
const assert = require('assert')

const papamu = process.argv[2] || 'papamu'

function start(seed) {
  const engine = new Controller(papamu, ['--nodes', '200', '--seed', String(seed)])
  engine.start()
  return engine
}

async function ask(engine, name, ...args) {
  const response = await engine.sendCommand({name, args})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

async function match(black, white, game) {
  for (const engine of [black, white]) await ask(engine, 'set_game', ...game.split(' '))
  let [mover, other, color] = [black, white, 'b']
  for (let turn = 0; (await ask(mover, 'result')) === 'none'; turn++) {
    assert(turn < 500, 'the game does not end')
    color = await ask(mover, 'side_to_move')
    ;[mover, other] = color === 'b' ? [black, white] : [white, black]
    const move = await ask(mover, 'genmove', color)
    await ask(other, 'play', color, move)
  }
  assert.strictEqual(await ask(black, 'position'), await ask(white, 'position'))
  assert.strictEqual(await ask(black, 'final_score'), await ask(white, 'final_score'))
}

async function streams(engine) {
  await ask(engine, 'set_game', 'konane')
  for (const command of ['analyze', 'lz-analyze']) {
    const lines = []
    const analysis = engine.sendCommand({name: command, args: ['b', '5']}, ({line, end}) => {
      if (!end) lines.push(line)
    })
    await new Promise(resolve => setTimeout(resolve, 400))
    const position = ask(engine, 'position') // ends the stream
    const response = await analysis
    assert(!response.error && lines.length >= 3, `${command}: ${lines.length} lines`)
    const best = /^info move (\S+) visits (\d+) winrate (\d+) order 0 .*?pv (\S+)/.exec(lines[lines.length - 1])
    assert(best && best[1] === best[4] && best[3] <= 10000, lines[lines.length - 1])
    assert((await position).endsWith(' b'))
  }
  const generated = await ask(engine, 'lz-genmove_analyze', 'b', '5')
  assert(/\nplay \S+$/.test('\n' + generated), generated)
}

async function pipelined(engine) {
  await ask(engine, 'set_game', 'kanga')
  const names = ['name', 'version', 'side_to_move', 'legal_moves', 'nonsense', 'position']
  const responses = await Promise.all(names.map((name, id) => engine.sendCommand({id: id + 1, name})))
  responses.forEach((response, index) => assert.strictEqual(response.id, index + 1))
  assert.deepStrictEqual(responses.map(response => response.error), names.map(name => name === 'nonsense'))
}

async function main() {
  const [black, white] = [start(1), start(2)]
  for (const game of ['konane width=6 height=6', 'kanga', 'send_it size=3', 'kangaroo max_moves=60']) {
    await match(black, white, game)
    await match(white, black, game)
  }
  await streams(black)
  await pipelined(white)
  await Promise.all([black.stop(), white.stop()])
  console.log('ok')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
