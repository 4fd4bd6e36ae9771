import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Outcome } from './run-parts.ts'

interface State {
  tree: string
  passed: Outcome[]
}

/** The id of the tree that Git would commit now: of all files, new and changed ones too, but those that it ignores. */
export const treeOf = (checkout: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quillhouse-tree-'))
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: join(folder, 'index') },
    }).trim()
  try {
    git('read-tree', 'HEAD')
    git('add', '--all')
    return git('write-tree')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The parts that have passed with the files of this tree, in a file, so that a run that was broken off can go on. */
export const provedParts = (file: string, tree: string) => {
  const read = (): State => {
    try {
      const state = JSON.parse(readFileSync(file, 'utf8')) as State
      if (state.tree === tree) return state
    } catch {
      // There is none, or it was cut off while it was written.
    }
    return { tree, passed: [] }
  }
  return {
    passed: () => read().passed,
    add: (outcome: Outcome) => {
      const others = read().passed.filter(({ name }) => name !== outcome.name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ tree, passed: [...others, outcome] } satisfies State))
    },
    /** Before a part is repeated: if it is broken off it has not passed. */
    remove: (names: readonly string[]) => {
      const passed = read().passed.filter(({ name }) => !names.includes(name))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ tree, passed } satisfies State))
    },
  }
}
