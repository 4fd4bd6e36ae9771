import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { convertManuscript } from '#server/formats/epub/manuscript/convert-manuscript.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
test('x', async () => {
  const f = process.env.F!
  let bytes = readFileSync(f)
  if (!f.endsWith('.epub')) { const r = await convertManuscript({ fileName: f.split('/').at(-1)!, bytes, words: {}, compares: true }); bytes = Buffer.from(r.epub); console.log(r.findings, r.differences) }
  const b = await ingest(bytes)
  console.log(JSON.stringify(b.manifest.metadata), b.manifest.findings)
  for (const c of b.chapters) console.log('=== ' + c.path + '\n' + c.xhtml)
})
