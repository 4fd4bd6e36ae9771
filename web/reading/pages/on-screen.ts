/** Whether a part of an element is in the visible part of a container that scrolls up and down. */
export const isOnScreen = (element: Element, container: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  const screen = container.getBoundingClientRect()
  return bottom > screen.top && top < screen.bottom
}
