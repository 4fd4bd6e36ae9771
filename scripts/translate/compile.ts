/** A module of translated messages, in the shape of the English one. */
import { type Argument, isMessage, Made, type MessageModule, type Tree, Unclear } from './english.ts'
import { toExpression } from './icu.ts'

export type Translate = (key: string) => string | undefined

/**
 * The source of that module in another language: what has no translation is taken from the English module, which
 * `english` names.
 */
export const compileModule = ({ exports }: MessageModule, english: string, translate: Translate): string => {
  const written = Object.entries(exports).flatMap(([name, tree]) => {
    const source = sourceOf(tree, `ENGLISH.${name}`, [], translate)
    return source === undefined ? [] : [`export const ${name} = ${source}`]
  })
  return [
    `import * as ENGLISH from ${JSON.stringify(english)}`,
    `import { number, plural, select } from '#web/language/forms.ts'`,
    `export * from ${JSON.stringify(english)}`,
    ...written,
  ].join('\n')
}

/** Undefined for what is English or no message throughout. */
const sourceOf = (tree: Tree, english: string, made: readonly Argument[], translate: Translate): string | undefined => {
  if (tree === null || tree instanceof Unclear) return undefined
  if (tree instanceof Made) {
    const inner = sourceOf(tree.tree, `${english}(...values)`, tree.arguments, translate)
    return inner && `(...values) => (${inner})`
  }
  if (isMessage(tree)) {
    const text = translate(tree.key)
    if (text === undefined) return undefined
    const expression = toExpression(text, (name) => accessOf(tree.arguments, name))
    return made.length > 0 || tree.arguments.length === 0 ? expression : `(...values) => ${expression}`
  }
  if (Array.isArray(tree)) {
    const items = tree.map((item, index) => sourceOf(item, `${english}[${index}]`, made, translate))
    if (items.every((item) => item === undefined)) return undefined
    return `[${items.map((item, index) => item ?? `${english}[${index}]`).join(', ')}]`
  }
  const fields = Object.entries(tree).flatMap(([name, item]) => {
    const source = sourceOf(item, `${english}[${JSON.stringify(name)}]`, made, translate)
    return source === undefined ? [] : [`${JSON.stringify(name)}: ${source}`]
  })
  return fields.length === 0 ? undefined : `{ ...${english}, ${fields.join(', ')} }`
}

const accessOf = (known: readonly Argument[], name: string): string => {
  const argument = known.find((one) => one.name === name)
  if (!argument) throw new Error(`There is no argument ${name}.`)
  return argument.from === 'property' ? `values[0].${name}` : `values[${argument.from}]`
}
