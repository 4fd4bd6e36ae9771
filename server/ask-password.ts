import { text } from 'node:stream/consumers'

const ENTER = /[\r\n\u0004]/
const CTRL_C = '\u0003'
const RUB_OUT = '\u007F'

/** Asks for a password without showing it; where nobody sits at a terminal, the first line of standard input is it. */
export const askPassword = async (question: string): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  process.stdout.write(question)
  process.stdin.setRawMode(true).setEncoding('utf8')
  let typed = ''
  try {
    for await (const signs of process.stdin as AsyncIterable<string>) {
      for (const sign of signs) {
        if (sign === CTRL_C) throw new Error('given up')
        if (ENTER.test(sign)) return typed
        typed = sign === RUB_OUT ? typed.slice(0, -1) : typed + sign
      }
    }
    return typed
  } finally {
    process.stdin.setRawMode(false)
    process.stdout.write('\n')
  }
}
