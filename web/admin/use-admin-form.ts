import { type FormOptions, useForm } from '#web/api/use-form.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { useToast } from '#web/ui/toast.tsx'
import { adminErrorMessage } from './admin-error-message.ts'

interface AdminFormOptions<T> extends Omit<FormOptions<T>, 'noAnswer' | 'onError'> {
  /** After a failure, the data shown may be outdated. */
  onStale?: () => void
}

/** A form of an administrator: a failure is shown as a toast as well. */
export const useAdminForm = <T>({ onStale, ...form }: AdminFormOptions<T>) => {
  const toast = useToast()
  return useForm({
    ...form,
    onError: (thrown) => {
      toast.bad(ADMIN.error(adminErrorMessage(thrown, form.call, NETWORK_ERROR)))
      onStale?.()
    },
  })
}
