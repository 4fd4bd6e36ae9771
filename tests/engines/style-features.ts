import { type CssNode, generate, parse, walk } from 'css-tree'
import { compatOf, namesBelow } from './compat-data.ts'
import type { Features } from './script-features.ts'

/** Units that MDN describes together. */
const UNITS: [RegExp, string][] = [
  [/^cq(?:w|h|i|b|min|max)$/, 'container_query_length_units'],
  [/^d(?:vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(?:vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(?:vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
]

/** Functions of values, which MDN has in several places. */
const FUNCTIONS = Map.groupBy(
  [['css', 'types'], ...namesBelow(['css', 'types']).map((type) => ['css', 'types', type])].flatMap((path) =>
    namesBelow(path).map((name) => [...path, name]),
  ),
  (path) => path.at(-1) ?? '',
)

/**
 * What a style sheet uses, in MDN's data, but what only a browser that has it reads: behind `@supports`, or after a
 * declaration of the same property that has no such value.
 */
export const featuresOfStyle = (css: string): Features => {
  const features: Features = new Map()
  const add = (name: string, ...path: string[]) => {
    if (compatOf(path)) features.set(name, [path])
  }
  const addFunction = (name: string) => {
    const known = FUNCTIONS.get(name)
    if (known) features.set(`${name}()`, known)
  }
  /** The properties that were declared so far, for each block around a node. */
  const blocks: Set<string>[] = []
  let supports = 0
  walk(parse(css), {
    enter(node: CssNode) {
      if (node.type === 'Block') blocks.push(new Set())
      if (node.type === 'Atrule') {
        if (node.name === 'supports') supports += 1
        add(`@${node.name}`, 'css', 'at-rules', node.name)
      }
      if (supports > 0) return
      if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector')
        add(`:${node.name}`, 'css', 'selectors', node.name)
      if (node.type === 'NestingSelector') add('nesting', 'css', 'selectors', 'nesting')
      if (node.type !== 'Declaration') return
      const property = node.property
      const before = blocks.at(-1) ?? new Set<string>()
      const hasFallback = before.has(property) && !generate(node.value).includes('var(')
      before.add(property)
      if (!property.startsWith('-')) add(property, 'css', 'properties', property)
      if (hasFallback) return
      walk(node.value, (value) => {
        if (value.type === 'Identifier') add(`${property}: ${value.name}`, 'css', 'properties', property, value.name)
        if (value.type === 'Function') addFunction(value.name)
        if (value.type === 'Dimension')
          for (const [unit, name] of UNITS) if (unit.test(value.unit)) add(value.unit, 'css', 'types', 'length', name)
      })
      // Values of custom properties are not parsed.
      if (node.value.type === 'Raw')
        for (const [, name = ''] of node.value.value.matchAll(/([a-z-]+)\(/g)) addFunction(name)
    },
    leave(node: CssNode) {
      if (node.type === 'Block') blocks.pop()
      if (node.type === 'Atrule' && node.name === 'supports') supports -= 1
    },
  })
  return features
}
