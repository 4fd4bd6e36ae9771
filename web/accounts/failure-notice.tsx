import type { Failure } from '#web/api/failure.ts'
import { Notice } from '#web/ui/notice.tsx'

/** A failure that is not about a field. */
export const FailureNotice = ({ failure }: { failure: Failure | undefined }) =>
  failure && Object.keys(failure.errors).length === 0 ? (
    <Notice kind="bad" title={failure.title}>
      {failure.text}
    </Notice>
  ) : null
