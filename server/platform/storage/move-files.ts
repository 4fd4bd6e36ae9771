import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { forEachAtOnce } from '#server/platform/concurrency-limit.ts'
import { digestContent } from './digest-content.ts'
import type { Storage } from './storage.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const CONCURRENT_FILES = 8
/** A file has the time at which its upload began, by the clock of its storage. */
const OVERLAP_MS = 10 * 60_000

interface Progress {
  copied: number
  /** Files that were there already. */
  same: number
}

/**
 * Copies all files of a storage that do not have the same content in the other one. Repeats itself until nothing was
 * added meanwhile, so a site may go on writing to the first. If it is interrupted it can be started again.
 */
export const moveFiles = async (
  from: Storage,
  to: Storage,
  report: (progress: Progress) => void = () => {},
): Promise<Progress> => {
  const progress: Progress = { copied: 0, same: 0 }
  let since = new Date(0)
  for (let isFirst = true, before = -1; isFirst || progress.copied > before; isFirst = false) {
    before = progress.copied
    const startedAt = Date.now()
    await forEachAtOnce(CONCURRENT_FILES, from.list(''), async ({ key, changedAt }) => {
      if (changedAt < since) return
      const isCopied = await copyFile(from, to, key)
      if (isCopied) progress.copied += 1
      else if (isFirst) progress.same += 1
      report(progress)
    })
    since = new Date(startedAt - OVERLAP_MS)
  }
  return progress
}

/** Resolves to false if the same content was there already, or if the file was deleted since it was listed. */
const copyFile = async (from: Storage, to: Storage, key: string): Promise<boolean> => {
  const path = join(to.tempFolder, randomUUID())
  try {
    const there = await digestOf(to, key)
    if (there !== undefined && there === (await digestOf(from, key))) return false
    await pipeline(from.read(key), createWriteStream(path))
    await to.put(key, path)
  } catch (error) {
    if ((await from.size(key)) === undefined) return false
    throw error
  } finally {
    await rm(path, { force: true })
  }
  const [there, here] = await Promise.all([digestOf(to, key), digestOf(from, key)])
  if (here !== undefined && here !== there) throw new Error(`${key} has another content after it was copied.`)
  return true
}

const digestOf = (storage: Storage, key: string) =>
  digestContent(storage.read(key)).then(({ sha256 }) => sha256, undefinedIfMissing)
