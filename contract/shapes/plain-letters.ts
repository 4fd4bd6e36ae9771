/** Radicals that some files name in place of the letters of Chinese and Japanese with the same shape. */
const RADICALS = '⺟⺠⻁⻄⻅⻆⻉⻋⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻫⻬⻭⻮⻯⻰⻲⻳'
const LETTERS = '母民虎西见角贝车長长门青韦页风飞食马骨鬼鱼鸟卤麦黄斉齐歯齿竜龙亀龟'
/** Ligatures, radicals, signs of vertical lines, and the shapes that letters have in a word. */
const FORMS =
  /[\u2e9f-\u2ef3\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufe70-\ufefc]/g

/** A text with the letters and signs that such shapes stand for. */
export const plainLetters = (text: string): string =>
  text.replace(FORMS, (form) => LETTERS[RADICALS.indexOf(form)] ?? form.normalize('NFKC'))
