import { GuardedProcess, ProcessDied } from '#server/platform/guarded-process.ts'
import type { Limits } from '#server/platform/guarded-process.ts'
import { ImageBusy, ImageRefused } from '#server/platform/images/image-refused.ts'
import type { ImageReason } from '#server/platform/images/image-refused.ts'
import type { CoverWords, EncodedCover, Pictures } from '#server/platform/images/pictures.ts'

export type PictureQuestion =
  | { kind: 'encode'; input: Buffer | string }
  | { kind: 'draw'; words: CoverWords }
  | { kind: 'square'; path: string; side: number }
export type PictureAnswer<Made = EncodedCover | Buffer> = { made: Made } | { refused: ImageReason } | { failed: string }

const PROGRAM = new URL('./picture-child.ts', import.meta.url)
/** An AVIF of 64 million pixels takes 1.2 GB while it is opened. */
const LIMITS: Limits = { cpuMs: 20_000, wallMs: 60_000, idleMs: 60_000, memoryBytes: 1536 * 1024 * 1024 }

/** Pictures are worked on in a process of their own, so that neither what a decoder does nor what it keeps is ours. */
export const openPictures = (limits: Partial<Limits> = {}): Pictures => {
  const painter = new GuardedProcess<PictureQuestion>({
    program: PROGRAM,
    limits: { ...LIMITS, ...limits },
    busy: () => new ImageBusy('Too many images are waiting to be encoded'),
  })
  const ask = async <Made>(question: PictureQuestion, died: () => Error): Promise<Made> => {
    const answer = await painter.ask<PictureAnswer<Made>>(question).catch((error: unknown) => {
      throw error instanceof ProcessDied ? died() : error
    })
    if ('refused' in answer) throw new ImageRefused(answer.refused)
    if ('failed' in answer) throw new Error(answer.failed)
    return answer.made
  }
  return {
    encodeCover: (input) => ask<EncodedCover>({ kind: 'encode', input }, tooBig),
    drawCover: (words) => ask<EncodedCover>({ kind: 'draw', words }, later),
    square: (path, side) => ask<Buffer>({ kind: 'square', path, side }, tooBig),
    prepare: () => painter.prepare(),
    close: () => painter.close(),
    pid: () => painter.pid,
  }
}

const tooBig = () => new ImageRefused('too_big')
/** The author's words did nothing wrong. */
const later = () => new ImageBusy('The process that drew a cover died')
