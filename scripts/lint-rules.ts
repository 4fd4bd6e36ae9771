/** Rules of this project for oxlint. */

interface Node {
  type: string
  parent: Node | null
  [name: string]: unknown
}

interface Context {
  report: (problem: { node: Node; message: string }) => void
}

/** Attributes, properties and the like whose value people read. */
const READ_BY_PEOPLE =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|ariaLabel|alt|description|empty|error|heading|hint|label|legend|message|placeholder|summary|text|title)$/
/** The expressions that a text may be a part of. */
const AROUND = new Set(['ConditionalExpression', 'LogicalExpression', 'TemplateLiteral', 'BinaryExpression'])
const COMPARISON = /^(?:[=!]==?|[<>]=?|in|instanceof)$/

const MESSAGE = 'Texts that people read stand in web/messages, from which they are translated.'

const nameOf = (node: unknown): string | undefined => {
  const { type, name, value, namespace } = node as Node & { name?: unknown; value?: unknown }
  if (type === 'JSXNamespacedName') return `${nameOf(namespace)}:${nameOf(name)}`
  return typeof name === 'string' ? name : typeof value === 'string' ? value : undefined
}

/** Names of formats are the same in each language. */
const FORMAT = /\b[A-Z]{3,}\b/g
/** Values that only code reads: `h3`, `/opds`. */
const CODE = /^[a-z\d/:.-]+$/

const hasWords = (text: unknown) => typeof text === 'string' && /\p{L}/u.test(text.replaceAll(FORMAT, ''))

/** Whether people read this part of an expression. */
const isRead = (node: Node): boolean => {
  let [inner, outer] = [node, node.parent]
  for (; outer && AROUND.has(outer.type); [inner, outer] = [outer, outer.parent]) {
    if (outer.type === 'ConditionalExpression' && outer['test'] === inner) return false
    if (outer.type === 'BinaryExpression' && COMPARISON.test(String(outer['operator']))) return false
  }
  if (outer?.type === 'JSXExpressionContainer') [inner, outer] = [outer, outer.parent]
  if (outer?.type === 'JSXElement' || outer?.type === 'JSXFragment') return true
  if (outer?.type === 'JSXAttribute') return READ_BY_PEOPLE.test(nameOf(outer['name']) ?? '')
  return outer?.type === 'Property' && outer['value'] === inner && READ_BY_PEOPLE.test(nameOf(outer['key']) ?? '')
}

const textsInMessages = {
  create: (context: Context) => {
    const judge = (node: Node, text: unknown) => {
      if (hasWords(text) && isRead(node)) context.report({ node, message: MESSAGE })
    }
    const judgeValue = (node: Node, text: unknown) => {
      if (!CODE.test(String(text))) judge(node, text)
    }
    return {
      JSXText: (node: Node) => judge(node, node['value']),
      Literal: (node: Node) => judgeValue(node, node['value']),
      TemplateElement: (node: Node) => judgeValue(node, (node['value'] as { cooked: string }).cooked),
    }
  },
}

/** What only types a value: `value as const`, `value satisfies Type`. */
const TYPING = /^(?:TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/

const untyped = (value: Node): Node => (TYPING.test(value.type) ? untyped(value['expression'] as Node) : value)

const noSpreadOfLiterals = {
  create: (context: Context) => {
    const judge = (node: Node) => {
      const { type } = untyped(node['argument'] as Node)
      if (type === 'ArrayExpression' || type === 'ObjectExpression')
        context.report({ node, message: 'A list or object that is spread where it is written stands there plainly.' })
    }
    return { SpreadElement: judge, JSXSpreadAttribute: judge }
  },
}

export default {
  meta: { name: 'quillhouse' },
  rules: { 'no-spread-of-literals': noSpreadOfLiterals, 'texts-in-messages': textsInMessages },
}
