import { readFile, writeFile } from 'node:fs/promises'
import type { FileField } from '#contract/api/endpoint.ts'
import { Problem, type ProblemName, PROBLEMS } from '#contract/api/problems.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'

const DATA_URL = /^data:([\w/.-]+);base64,/
const BASE64 = /^[A-Za-z\d+/]*={0,2}$/

/** The texts and files of a multipart body, by their names. */
export type UploadFields = Record<string, string | UploadedFile>

/** What is wrong with one field of an upload. */
export const fieldProblem = (field: string, name: ProblemName) =>
  new Problem(name, { errors: { [field]: PROBLEMS[name].message } })

/** Writes files that were sent as texts to temporary files, and leaves out file fields in which nothing was chosen. */
export const decodeTexts = async (
  fields: UploadFields,
  files: Readonly<Record<string, FileField>>,
  newPath: () => string,
): Promise<UploadFields> => {
  for (const [name, rule] of Object.entries(files)) {
    const own = fields[name]
    if (isUntouched(own)) delete fields[name]
    if (typeof own === 'string') {
      if (own.trim() === '') delete fields[name]
      else if (rule.dataUrl) fields[name] = await decode(own, name, rule, newPath)
      else throw fieldProblem(name, rule.wrongKind)
    }
    const other = rule.base64Field === undefined ? undefined : fields[rule.base64Field]
    if (rule.base64Field === undefined || other === undefined) continue
    delete fields[rule.base64Field]
    if (typeof other !== 'string' || other.trim() === '') continue
    const decoded = await decode(other, name, rule, newPath)
    const first = fields[name]
    if (typeof first === 'object' && !(await sameBytes(first, decoded))) throw new Problem('fileTwice')
    fields[name] = first ?? decoded
  }
  return fields
}

const decode = async (text: string, name: string, rule: FileField, newPath: () => string): Promise<UploadedFile> => {
  const base64 = text.trim().replace(DATA_URL, (start, type) => (rule.types.includes(type) ? '' : start))
  if (!BASE64.test(base64)) throw fieldProblem(name, rule.wrongKind)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > rule.maxBytes) throw fieldProblem(name, rule.tooLarge)
  const path = newPath()
  await writeFile(path, bytes)
  return { path, bytes: bytes.length, fileName: '', field: name }
}

/** What a browser sends for a file field in which nothing was chosen. */
const isUntouched = (field: string | UploadedFile | undefined) =>
  typeof field === 'object' && field.bytes === 0 && field.fileName === ''

const sameBytes = async (one: UploadedFile, other: UploadedFile) => {
  if (one.bytes !== other.bytes) return false
  const [a, b] = await Promise.all([readFile(one.path), readFile(other.path)])
  return a.equals(b)
}
