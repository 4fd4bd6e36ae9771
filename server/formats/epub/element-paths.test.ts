import { describe, expect, test } from 'vitest'
import { pathOf, placeAt, placeAtPosition, positionOf } from './element-paths.ts'
import { type DocumentNode, readDocument } from './read-document.ts'

const html = (body: string) => readDocument(`<html><head/><body>${body}</body></html>`)
const textBelow = (node: DocumentNode): DocumentNode[] =>
  node.nodeType === 3 ? [node] : node.childNodes.flatMap(textBelow)
const wordsOf = (node: DocumentNode) =>
  textBelow(node)
    .map(({ data }) => data)
    .join('')

describe('the path of a place', () => {
  const root = html(
    '\n<div id="a">\n<p>One</p>\n<p>\n<b>Two</b> and  \n  <i>three</i> &amp; four</p></div>' +
      '<span hidden=""/><div><span>Five</span><ul><li>Six<br/>seven</li></ul><pre>  end\n  of</pre></div>',
  )
  test.each([
    ['One', 1, '/div[1]/p[1]/text()[1].1'],
    ['Two', 0, '/div[1]/p[2]/b[1]/text()[1].0'],
    [' and  \n  ', 8, '/div[1]/p[2]/text()[1].5'],
    [' & four', 3, '/div[1]/p[2]/text()[2].3'],
    ['Five', 2, '/div[2]/span[1]/text()[1].2'],
    ['seven', 4, '/div[2]/ul[1]/li[1]/text()[2].4'],
    ['  end\n  of', 5, '/div[2]/pre[1]'],
  ])('in the text %j at %i is %s', (data, offset, path) => {
    const node = textBelow(root).find((text) => text.data === data)
    expect(node).toBeDefined()
    if (node) expect(pathOf(root, { node, offset })).toBe(path)
    expect(wordsOf(placeAt(root, path)?.node ?? root)).toContain(data)
  })

  test('is read as older versions write it, and as far as a paragraph', () => {
    const at = (path: string) => {
      const place = placeAt(root, path)
      return place && [wordsOf(place.node).trim(), place.offset]
    }
    expect(at('/div/p/text().2')).toEqual(['One', 2])
    expect(at('/div[2]/ul/li/text()[2].99')).toEqual(['seven', 5])
    expect(at('/div[1]/p[2]/img.0')?.[0]).toContain('Two and')
    for (const path of ['', '/p[22]/img.0', '/div[3]', '/div[1]/p[9]/text()[1].4', '/div[1]nonsense', '.0'])
      expect(at(path)).toBeUndefined()
  })

  test('elements that stand for others are not counted, and what is in them is known by what is around them', () => {
    const stands = html('<div data-book-stands=""><p>Asked</p></div><div><p>Told</p></div>')
    const [asked, told] = textBelow(stands)
    expect(asked && pathOf(stands, { node: asked, offset: 2 })).toBe('')
    expect(told && pathOf(stands, { node: told, offset: 2 })).toBe('/div[1]/p[1]/text()[1].2')
    expect(placeAt(stands, '/div[1]/p[1]/text()[1].2')?.node).toBe(told)
  })

  test('positions are those of the text of the chapter', () => {
    const text = 'One\nTwo and three & four\nFive\nSix\nseven\nend of'
    const shown = textBelow(root).filter(({ data = '' }) => data.trim())
    for (const node of shown) {
      const word = (node.data ?? '').trim().split(/\s/)[0] ?? ''
      expect(positionOf(root, { node, offset: 0 })).toBe(text.indexOf(word))
      expect(placeAtPosition(root, text.indexOf(word))?.node).toBe(node)
    }
    expect(placeAtPosition(root, text.length)).toBeUndefined()
  })
})
