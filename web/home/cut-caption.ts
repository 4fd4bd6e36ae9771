const CUT = 60

/** The first 60 characters of a caption and an ellipsis, or all of a shorter one. */
export const cutCaption = (caption: string) => {
  const letters = [...caption.replace(/\s+/g, ' ')]
  return letters.length > CUT ? `${letters.slice(0, CUT).join('')}…` : letters.join('')
}
