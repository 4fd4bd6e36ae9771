import { SIZES, TEXT_CHOICES, useTextSettings } from '#web/session/text-settings.ts'
import { TEXT_VIEW } from '#web/messages/text-view.ts'
import { Choice } from './choice.tsx'

interface TextSettingsProps {
  /** The text was read from pages, and has their numbers. */
  isOfPages: boolean
}

/** The letters, lines, margins and typeface of text that flows. */
export const TextSettings = ({ isOfPages }: TextSettingsProps) => {
  const [{ size, leading, margins, face }, choose] = useTextSettings()
  return (
    <>
      <Choice
        legend={TEXT_VIEW.size}
        name="size"
        values={SIZES}
        value={size}
        onChange={(value) => choose('size', value)}
        labelOf={(value) => value}
      />
      <Choice
        legend={TEXT_VIEW.leading}
        name="leading"
        values={['tight', 'normal', 'wide'] as const}
        value={leading}
        onChange={(value) => choose('leading', value)}
        labelOf={(value) => TEXT_VIEW.leadings[value]}
      />
      <Choice
        legend={TEXT_VIEW.margins}
        name="margins"
        values={['narrow', 'normal', 'wide'] as const}
        value={margins}
        onChange={(value) => choose('margins', value)}
        labelOf={(value) => TEXT_VIEW.marginNames[value]}
      />
      <Choice
        legend={TEXT_VIEW.face}
        name="face"
        values={TEXT_CHOICES.face}
        value={face}
        onChange={(value) => choose('face', value)}
        labelOf={(value) => TEXT_VIEW.faces[value]}
      />
      {isOfPages && <p>{TEXT_VIEW.note}</p>}
    </>
  )
}
