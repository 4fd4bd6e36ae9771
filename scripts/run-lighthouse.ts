/**
 * Prints the Lighthouse scores of each public page of a running site, with the mobile preset: the median of three rounds.
 *
 *     LIGHTHOUSE=/where/it/is/node_modules/lighthouse node scripts/run-lighthouse.ts http://127.0.0.1:3000 [path ...]
 *
 * Lighthouse has 200 packages and is no dependency of this repository: install it in another folder.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { newBooks } from '#contract/books.ts'
import { createApi } from '#contract/api/client.ts'
import { premiumBooks } from '#contract/premium.ts'
import { launchOptions } from '#tests/browser.ts'

const ROUNDS = 3
const PORT = 9322
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = {
  paint: 'first-contentful-paint',
  largest: 'largest-contentful-paint',
  blocking: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

const run = async () => {
  const lighthouse = await loadLighthouse()
  const [address, ...given] = process.argv.slice(2)
  if (!address) throw new Error('Give the address of a running site: http://127.0.0.1:3000')
  const paths = given.length > 0 ? given : await publicPaths(address)
  console.log(`${'path'.padEnd(60)}perf a11y best  seo   FCP   LCP  TBT  CLS`)
  for (const path of paths) {
    const rounds: Report[] = []
    while (rounds.length < ROUNDS) rounds.push(await runLighthouse(lighthouse, new URL(path, address).href))
    print(path, rounds)
  }
}

const loadLighthouse = async () => {
  const folder = process.env['LIGHTHOUSE'] ?? ''
  const entry = join(folder, 'core/index.js')
  if (!folder || !existsSync(entry))
    throw new Error('Set LIGHTHOUSE to the folder of an installed lighthouse: npm install --prefix FOLDER lighthouse')
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse }
  return lighthouse
}

/** The pages that search engines may index. */
const publicPaths = async (address: string) => {
  const api = createApi(
    (url, init) => fetch(new URL(url, address), init),
    () => null,
  )
  const [[book], premium] = await Promise.all([api(newBooks), api(premiumBooks)])
  const [first] = Array.isArray(premium) ? premium : premium.books
  return [
    '/',
    '/premium',
    '/BookComponent',
    '/download',
    '/create',
    '/about',
    '/privacy',
    '/terms',
    ...(book ? [`/books/${book._id}`] : []),
    ...(first ? [`/book/premium/${first._id}`] : []),
  ]
}

/** Uses a new browser for each run, without a cache. */
const runLighthouse = async (lighthouse: Lighthouse, url: string): Promise<Report> => {
  const { args = [], ...options } = await launchOptions()
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${PORT}`] })
  try {
    const found = await lighthouse(url, { port: PORT, logLevel: 'error', onlyCategories: CATEGORIES })
    if (!found) throw new Error(`Lighthouse has no result for ${url}`)
    return found.lhr
  } finally {
    await browser.close()
  }
}

const print = (path: string, rounds: Report[]) => {
  const score = (name: string) => median(rounds.map(({ categories }) => 100 * (categories[name]?.score ?? 0)))
  const figure = (name: string) => median(rounds.map(({ audits }) => audits[name]?.numericValue ?? NaN))
  const seconds = (name: string) => (figure(name) / 1000).toFixed(2)
  console.log(
    path.padEnd(60) +
      CATEGORIES.map((name) => score(name).toFixed(0).padStart(4)).join(' ') +
      ` ${seconds(AUDITS.paint).padStart(5)} ${seconds(AUDITS.largest).padStart(5)}` +
      ` ${figure(AUDITS.blocking).toFixed(0).padStart(4)} ${figure(AUDITS.shift).toFixed(3)}`,
  )
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
