/** A module of translated messages, in the shape of the English one. */
import {
  type Argument,
  isMessage,
  Literal,
  Made,
  type Message,
  type MessageModule,
  messagesIn,
  type Tree,
  Unclear,
} from './english.ts'
import { toExpression } from './icu.ts'

type Translate = (key: string) => string | undefined

/**
 * The source of that module in another language. What has no translation is English; what is no message is taken from
 * the English module, which `english` names.
 */
export const compileModule = ({ exports }: MessageModule, english: string, translate: Translate): string => {
  const [translated, others] = [true, false].map((isTranslated) =>
    Object.entries(exports).filter(([, tree]) => messagesIn(tree).length > 0 === isTranslated),
  ) as [[string, Tree][], [string, Tree][]]
  const from = JSON.stringify(english)
  return [
    `import { isolated, number, plural, select } from '#web/language/forms.ts'`,
    others.length > 0 && `export { ${others.map(([name]) => name).join(', ')} } from ${from}`,
    translated.some(([, tree]) => hasUnclear(tree)) && `import * as ENGLISH from ${from}`,
    ...translated.map(
      ([name, tree]) => `export const ${name} = ${sourceOf(tree, `ENGLISH.${name}`, false, translate)}`,
    ),
  ]
    .filter(Boolean)
    .join('\n')
}

const hasUnclear = (tree: Tree): boolean => {
  if (tree instanceof Unclear) return true
  if (tree instanceof Literal || isMessage(tree)) return false
  return tree instanceof Made ? hasUnclear(tree.tree) : Object.values(tree).some(hasUnclear)
}

/** `isMade` within what a function answers. */
const sourceOf = (tree: Tree, english: string, isMade: boolean, translate: Translate): string => {
  const inner = (item: Tree, step: string) => sourceOf(item, `${english}[${JSON.stringify(step)}]`, isMade, translate)
  if (tree instanceof Literal) return String(tree.value)
  if (tree instanceof Unclear) return english
  if (tree instanceof Made) {
    const names = parametersOf(tree.arguments)
    return `(${names}) => (${sourceOf(tree.tree, `${english}(${names})`, true, translate)})`
  }
  if (isMessage(tree)) return messageSource(tree, isMade, translate)
  if (Array.isArray(tree)) return `[${(tree as Tree[]).map((item, index) => inner(item, `${index}`)).join(', ')}]`
  const fields = Object.entries(tree).map(([name, item]) => `${JSON.stringify(name)}: ${inner(item, name)}`)
  return `{ ${fields.join(', ')} }`
}

const messageSource = ({ key, text, arguments: names }: Message, isMade: boolean, translate: Translate) => {
  const expression = expressionOf(translate(key), text, (name) => accessOf(names, name))
  if (isMade || names.length === 0) return expression
  return `(${parametersOf(names)}) => ${expression}`
}

/** English where the translation is missing or can't be read: `npm run translate -- check` names it. */
const expressionOf = (translated: string | undefined, english: string, nameOf: (name: string) => string) => {
  try {
    return toExpression(translated ?? english, nameOf)
  } catch {
    return toExpression(english, nameOf)
  }
}

const parametersOf = (names: readonly Argument[]) =>
  names.some(({ from }) => from === 'property') ? 'values' : names.map((_, index) => nameAt(index)).join(', ')

const nameAt = (index: number) => `v${index}`

const accessOf = (known: readonly Argument[], name: string): string => {
  const argument = known.find((one) => one.name === name)
  if (!argument) throw new Error(`There is no argument ${name}.`)
  return argument.from === 'property' ? `values.${name}` : nameAt(argument.from)
}
