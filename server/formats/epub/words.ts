export const words = (text: string) => new Set(text.trim().split(/\s+/))
