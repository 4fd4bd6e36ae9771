import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { getBookPdf } from '#contract/books.ts'
import { coverKey } from '#server/books/cover-key.ts'
import type { Site } from './library.ts'
import { memoryOf } from './process-tree.ts'
import { withNginx } from './references.ts'
import { runRounds } from './rounds.ts'
import { apiOf, type Row } from './row.ts'

const MB = 1_000_000

const NO_NGINX = 'no nginx on this machine: no ratio'

export const cover: Row = {
  name: 'cover',
  what: 'a cover',
  goal: { atLeast: 0.4 },
  reference: 'nginx, the same file',
  measure: async (site, pace) => {
    const [book] = (await (await fetch(`${site.address}/api/books/new?limit=1`)).json()) as { image: string }[]
    const hash = /(\w{32})/.exec(book?.image ?? '')?.[1] ?? ''
    const requests = [{ path: `/files/cover/${hash}-320.avif` }]
    const compared = await withNginx(join(site.dataDir, 'files'), (address) =>
      runRounds(site, pace, {
        requests,
        reference: { address, requests: [{ path: `/${coverKey(hash, '-320.avif')}` }] },
      }),
    )
    const { ours, reference, cpu } = compared ?? (await runRounds(site, pace, { requests }))
    const rates = reference.map(({ rate }) => rate)
    return {
      ours: ours.map(({ rate }) => rate),
      cpu,
      unit: '/s',
      ...(compared ? { reference: rates } : { note: NO_NGINX }),
    }
  },
}

/** The path of a signed link to the large PDF. */
const largePdfPath = async (site: Site) => {
  const { pdfUrl } = await apiOf(site, site.tokens[0])(getBookPdf, { params: { id: site.bookWithPdf } })
  return pdfUrl
}

export const pdf: Row = {
  name: 'pdf',
  what: 'a PDF of 5 MB, MB/s',
  goal: { atLeast: 0.5 },
  reference: 'nginx, the same bytes',
  measure: async (site, pace) => {
    const requests = [{ path: await largePdfPath(site) }]
    const compared = await withNginx(join(site.dataDir, 'files'), (address) =>
      runRounds(site, pace, { requests, reference: { address, requests: [{ path: `/${site.largePdfKey}` }] } }),
    )
    const { ours, reference, cpu } = compared ?? (await runRounds(site, pace, { requests }))
    const speeds = reference.map(({ bytesPerSecond }) => bytesPerSecond / MB)
    return {
      ours: ours.map(({ bytesPerSecond }) => bytesPerSecond / MB),
      ...(compared ? { reference: speeds } : { note: NO_NGINX }),
      cpu,
      unit: 'MB/s',
    }
  },
}

const PARALLEL = 64
const SAMPLE_MS = 100

export const pdfMemory: Row = {
  name: 'pdf-memory',
  what: `MB more for ${PARALLEL} PDFs of 5 MB at the same time`,
  goal: { atMost: 60 },
  measure: async (site, pace) => {
    const requests = [{ path: await largePdfPath(site) }]
    const before = await memoryOf([site.server.pid])
    let peak = before
    const timer = setInterval(
      () => void memoryOf([site.server.pid]).then((now) => (peak = Math.max(peak, now))),
      SAMPLE_MS,
    )
    await runRounds(site, { ...pace, rounds: 1 }, { requests, connections: PARALLEL })
    clearInterval(timer)
    return { ours: [peak - before], unit: 'MB' }
  },
}

/** The scripts that a page loads before it is interactive, with the modules that they preload. In KB. */
const scriptSize = async (site: Site, path: string) => {
  const html = await (await fetch(site.address + path)).text()
  const found = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const files = await Promise.all(
    [...new Set(found)].map(async (file) => (await fetch(site.address + file)).arrayBuffer()),
  )
  return files.reduce((sum, file) => sum + gzipSync(Buffer.from(file)).length, 0) / 1000
}

export const scripts: Row = {
  name: 'scripts',
  what: 'KB of JavaScript, gzip, on first load (home; a book)',
  goal: { atMost: 136 },
  measure: async (site) => ({
    ours: [await scriptSize(site, '/'), await scriptSize(site, `/book/${site.bookIds[0]}`)],
    unit: 'KB',
  }),
}
