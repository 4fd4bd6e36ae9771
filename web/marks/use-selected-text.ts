import { useEffect } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'
import type { PopoverTarget } from './mark-popover.tsx'
import type { MarkedText } from './marked-text.ts'

interface SelectedText {
  isOn: boolean
  target: PopoverTarget | undefined
  onTarget: (target: PopoverTarget | undefined) => void
}

/** Opens the popover when text of the book is selected or a mark is pressed, and closes it when neither is. */
export const useSelectedText = (text: MarkedText, { isOn, target, onTarget }: SelectedText) => {
  const open = useLatest(target)
  useEffect(() => (isOn ? text.watch({ open: () => open.current, onTarget }) : undefined), [text, isOn, open, onTarget])
}
