import type { IconNode } from 'lucide'
import type { Ref } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READING } from '#web/messages/reading.ts'

/** What a button of the bar or a row of its panel does. */
export interface Action {
  icon: IconNode
  label: string
  /** The key that does the same. */
  keyHint?: string
  /** Undefined if it is nothing that is on or off. */
  isOn?: boolean
  /** Whether what it opens is open. */
  isExpanded?: boolean
  isDisabled?: boolean
  act: () => void
  button?: Ref<HTMLButtonElement>
}

export interface Switch {
  isOn: boolean
  toggle: () => void
}

/** The action that turns something on and off; undefined if there is nothing to turn. */
export const switchAction = (
  looks: Pick<Action, 'icon' | 'label' | 'keyHint'>,
  state: Switch | undefined | null,
): Action | undefined => (state ? { ...looks, isOn: state.isOn, act: state.toggle } : undefined)

const attributesOf = ({ label, keyHint, isOn, isDisabled }: Action) => ({
  title: keyHint ? READING.withKey(label, keyHint) : label,
  'aria-keyshortcuts': keyHint,
  'aria-pressed': isOn,
  disabled: isDisabled,
})

export const ActionButton = ({ action, className }: { action: Action; className?: string | undefined }) => (
  <IconButton
    ref={action.button}
    {...attributesOf(action)}
    aria-expanded={action.isExpanded}
    label={action.label}
    className={className}
    onClick={action.act}
  >
    <Icon of={action.icon} />
  </IconButton>
)

export const ActionRow = ({ action, close }: { action: Action; close: () => void }) => (
  <button
    type="button"
    {...attributesOf(action)}
    onClick={() => {
      close()
      action.act()
    }}
  >
    <Icon of={action.icon} />
    {action.label}
  </button>
)
