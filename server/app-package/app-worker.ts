import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { makeApk } from './make-apk.ts'
import { makeSigningKey } from './make-signing-key.ts'
import type { AppResult, AppTask } from './app-process.ts'
import { TemplateError } from './template-error.ts'

const runTask = async (task: AppTask): Promise<AppResult> => {
  if ('now' in task) return { key: await makeSigningKey(task.now) }
  try {
    return { apk: await makeApk(task) }
  } catch (error) {
    if (error instanceof TemplateError) return { damage: error.message }
    throw error
  }
}

handleTasks(async () => runTask)
