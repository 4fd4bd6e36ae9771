import { useMutation } from '@tanstack/react-query'
import { sendToDevice } from '#contract/calls/send-to-device.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { SEND } from '#web/messages/device-mail.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** Sends the EPUB of a book to the device of a member. */
export const SendToDevice = ({ bookId }: { bookId: string }) => {
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(sendToDevice, { params: { id: bookId } }),
    onSuccess: () => toast.good(SEND.queued),
    onError: (error) => toast.bad(errorMessage(error, sendToDevice)),
  })
  return (
    <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
      {isPending ? SEND.sending : SEND.send}
    </Button>
  )
}
