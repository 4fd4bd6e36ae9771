import { type ESTree, Visitor, parseSync } from 'vite'
import { compatOf, namesBelow } from './compat-data.ts'

/**
 * What a script uses, as alternatives in MDN's data: a name such as 'toSorted' is there if one of the interfaces with such a
 * member has it, because the type of an object is not known.
 */
export type Features = Map<string, string[][]>

const INTERFACES: string[][] = [
  ...namesBelow(['api']).map((name) => ['api', name]),
  ...namesBelow(['javascript', 'builtins']).map((name) => ['javascript', 'builtins', name]),
]
const STATIC = '_static'
const INLINED_MIN = 1000

/** The interfaces that have a member of this name. */
const MEMBERS = Map.groupBy(
  INTERFACES.flatMap((path) => namesBelow(path).map((name) => [...path, name])),
  (path) => path.at(-1) ?? '',
)

/** Helpers of iterators that arrays have too: they are told apart by the call that made the iterator. */
const MAKES_ITERATOR = new Set(['entries', 'keys', 'matchAll', 'values'])

const REGEXP_GROUPS: [RegExp, string][] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[ims]*-?[ims]+:/, 'modifier'],
]

/** Names of members that scripts give to objects of their own: what is called so is taken for theirs. */
export const namesDefinedIn = (codes: string[]): Set<string> => {
  const names = new Set<string>()
  for (const code of codes)
    for (const [, key, assigned] of code.matchAll(
      /[{,;]\s*(?:async |get |set |static |#)*([A-Za-z_$][\w$]*)\s*[:(=,}]|\.([A-Za-z_$][\w$]*)=(?!=)/g,
    ))
      names.add(key ?? assigned ?? '')
  return names
}

/**
 * What a script uses of the language, its built-in objects and the web's interfaces. `defined` are names that its own objects
 * have, which count for built-in objects alone.
 */
export const featuresOfScript = (name: string, code: string, defined = new Set<string>()): Features => {
  const { program, errors } = parseSync(name, code, { sourceType: 'unambiguous' })
  if (errors.length > 0) throw new Error(`${name} can't be parsed: ${errors[0]?.message}`)
  const features: Features = new Map()
  const syntax = (...path: string[]) => features.set(path.at(-1) ?? '', [['javascript', ...path]])
  /** The script of the frame of an EPUB is a string. */
  const addInlined = (text: string) => {
    if (text.length < INLINED_MIN || parseSync(name, text).errors.length > 0) return
    for (const [inlined, alternatives] of featuresOfScript(name, text, defined)) features.set(inlined, alternatives)
  }
  /** Selectors, for which an engine without one of their pseudo-classes throws. */
  const addSelectors = (text: string) => {
    for (const [, pseudo = ''] of text.matchAll(/(?<!:):([a-z-]+)\(/g))
      if (compatOf(['css', 'selectors', pseudo])) features.set(`:${pseudo}`, [['css', 'selectors', pseudo]])
  }
  const addRegExp = (pattern: string, flags: string) => {
    for (const [used, feature] of REGEXP_GROUPS) if (used.test(pattern)) syntax('regular_expressions', feature)
    if (flags.includes('v')) syntax('builtins', 'RegExp', 'unicodeSets')
  }
  /** The build writes an expression that its targets can't read as a call of `RegExp`, which throws there when it runs. */
  const addRegExpCall = ({ callee, arguments: [pattern, flags] }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') addRegExp(textOf(pattern), textOf(flags))
  }
  const declared = new Set<string>()
  const globals = new Set<string>()
  /** Where an identifier is a name in an object, and no variable. */
  const keys = new Set<number>()
  const members: [ESTree.Expression | ESTree.Super, string][] = []
  const declare = (pattern: unknown) => {
    for (const identifier of namesIn(pattern)) declared.add(identifier)
  }
  const declareFunction = (node: { id?: unknown; params: unknown }) => {
    declare(node.id)
    declare(node.params)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      declare(id)
      if (id.type === 'ObjectPattern' && init?.type === 'Identifier')
        for (const property of id.properties)
          if (property.type === 'Property' && property.key.type === 'Identifier')
            members.push([init, property.key.name])
    },
    VariableDeclaration: ({ kind }) => {
      if (kind.includes('using')) syntax('statements', 'using')
    },
    FunctionDeclaration: declareFunction,
    FunctionExpression: declareFunction,
    ArrowFunctionExpression: declareFunction,
    ClassDeclaration: ({ id }) => declare(id),
    ClassExpression: ({ id }) => declare(id),
    CatchClause: ({ param }) => declare(param),
    ImportSpecifier: ({ local, imported }) => {
      keys.add(imported.start)
      declare(local)
    },
    ExportSpecifier: ({ exported }) => void keys.add(exported.start),
    ImportDefaultSpecifier: ({ local }) => declare(local),
    ImportNamespaceSpecifier: ({ local }) => declare(local),
    StaticBlock: () => void syntax('classes', 'static', 'initialization_blocks'),
    BinaryExpression: ({ operator, left }) => {
      if (operator === 'in' && (left as { type: string }).type === 'PrivateIdentifier')
        syntax('classes', 'private_class_fields_in')
    },
    Property: ({ key, computed, shorthand }) => {
      if (!computed && !shorthand) keys.add(key.start)
    },
    MethodDefinition: ({ key, computed }) => {
      if (!computed) keys.add(key.start)
    },
    PropertyDefinition: ({ key, computed }) => {
      if (!computed) keys.add(key.start)
    },
    Identifier: ({ name: identifier, start }) => {
      if (!keys.has(start)) globals.add(identifier)
    },
    MemberExpression: ({ object, property, computed }) => {
      if (!computed) keys.add(property.start)
      if (!computed && property.type === 'Identifier') members.push([object, property.name])
      if (computed && property.type === 'Literal' && typeof property.value === 'string')
        members.push([object, property.value])
    },
    Literal: (literal) => {
      if (typeof literal.value === 'string') {
        addInlined(literal.value)
        addSelectors(literal.value)
      }
      if (!('regex' in literal)) return
      addRegExp(literal.regex.pattern, literal.regex.flags)
    },
    NewExpression: addRegExpCall,
    TemplateLiteral: ({ quasis }) => {
      for (const { value } of quasis) {
        addInlined(value.cooked ?? '')
        addSelectors(value.cooked ?? '')
      }
    },
    CallExpression: (call) => {
      addRegExpCall(call)
      const [tag, props] = call.arguments
      if (tag?.type !== 'Literal' || typeof tag.value !== 'string' || props?.type !== 'ObjectExpression') return
      for (const property of props.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        const attribute = property.key.name.toLowerCase()
        const paths = [
          ['html', 'global_attributes', attribute],
          ['html', 'elements', tag.value, attribute],
        ]
        const known = paths.filter((path) => compatOf(path))
        if (known.length > 0) features.set(`<${tag.value} ${attribute}>`, known)
      }
    },
  }).visit(program)
  const isGlobal = (node: { type: string }): node is ESTree.IdentifierReference =>
    node.type === 'Identifier' && !declared.has((node as ESTree.IdentifierReference).name)
  for (const identifier of globals) {
    if (declared.has(identifier)) continue
    const known = [
      ['api', identifier],
      ['javascript', 'builtins', identifier],
      ['api', 'Window', identifier],
    ].filter((path) => compatOf(path)?.__compat)
    if (known.length > 0) features.set(identifier, known)
  }
  for (const [object, member] of members) {
    if (isGlobal(object)) {
      const owner = object.name
      const known = [
        ['api', owner, member + STATIC],
        ['api', owner, member],
        ['javascript', 'builtins', owner, member],
      ].filter((path) => compatOf(path))
      if (known.length > 0) {
        features.set(`${owner}.${member}`, known)
        continue
      }
    }
    const { made } = madeBy(object)
    if (made && compatOf(['javascript', 'builtins', 'Iterator', member]) && MAKES_ITERATOR.has(made))
      features.set(`Iterator.prototype.${member}`, [['javascript', 'builtins', 'Iterator', member]])
    const known = MEMBERS.get(member)
    const isOwn = defined.has(member) && !known?.some(([kind]) => kind === 'javascript')
    if (known && !isOwn) features.set(`.${member}`, known)
  }
  return features
}

/** The method whose result an expression is, where that is called on something other than `Object`. */
const madeBy = (node: { type: string }): { made?: string } => {
  if (node.type !== 'CallExpression') return {}
  const { callee } = node as ESTree.CallExpression
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return {}
  return callee.object.type === 'Identifier' && callee.object.name === 'Object' ? {} : { made: callee.property.name }
}

/** The text of a string, or of a template without what is filled in. */
const textOf = (node: ESTree.Argument | undefined): string => {
  if (node?.type === 'Literal') return String(node.value)
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('') : ''
}

/** The names that a pattern declares. */
const namesIn = (pattern: unknown): string[] => {
  if (Array.isArray(pattern)) return pattern.flatMap(namesIn)
  if (typeof pattern !== 'object' || pattern === null) return []
  const node = pattern as Record<string, unknown> & { type: string }
  switch (node.type) {
    case 'Identifier':
      return [node['name'] as string]
    case 'ObjectPattern':
      return namesIn(node['properties'])
    case 'ArrayPattern':
      return namesIn(node['elements'])
    case 'Property':
      return namesIn(node['value'])
    case 'AssignmentPattern':
      return namesIn(node['left'])
    case 'RestElement':
      return namesIn(node['argument'])
    default:
      return []
  }
}
