import { text } from 'node:stream/consumers'

const ENTER = /[\r\n\u0004]/
const CTRL_C = '\u0003'
const BACKSPACE = '\u007F'

/** Asks for a password on the terminal without echo. Without a terminal, reads the first line of standard input. */
export const askPassword = async (question: string): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  process.stdout.write(question)
  process.stdin.setRawMode(true).setEncoding('utf8')
  let typed = ''
  try {
    for await (const chunk of process.stdin as AsyncIterable<string>) {
      for (const character of chunk) {
        if (character === CTRL_C) throw new Error('cancelled')
        if (ENTER.test(character)) return typed
        typed = character === BACKSPACE ? typed.slice(0, -1) : typed + character
      }
    }
    return typed
  } finally {
    process.stdin.setRawMode(false)
    process.stdout.write('\n')
  }
}
