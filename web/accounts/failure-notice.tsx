import { Notice } from '#web/ui/notice.tsx'
import type { Failure } from './failure.ts'

/** Why a change was refused, where no field is to blame. */
export const FailureNotice = ({ failure }: { failure: Failure | undefined }) =>
  failure && Object.keys(failure.errors).length === 0 ? (
    <Notice kind="bad" title={failure.title}>
      {failure.text}
    </Notice>
  ) : null
