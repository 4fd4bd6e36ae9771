import type { ApiError } from '#contract/api/api-error.ts'
import { setIdentityCheck } from '#web/api/api-client.ts'
import { createListeners } from './browser-storage.ts'

export interface Question {
  problem: ApiError
  answer: (isConfirmed: boolean) => void
}

let question: (Question & { answered: Promise<boolean> }) | undefined

const { subscribe, notify } = createListeners()

/** The question that a dialog has to ask now. */
export const currentQuestion = () => question
export const onQuestionChange = subscribe

/** Asks people to confirm that it is them, and whether they did. Calls that wait at the same time share one question. */
const confirmIdentity = (problem: ApiError): Promise<boolean> => {
  if (!question) {
    let answer: Question['answer'] = () => undefined
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve
    }).finally(() => {
      question = undefined
      notify()
    })
    question = { problem, answer, answered }
    notify()
  }
  return question.answered
}

setIdentityCheck(confirmIdentity)
