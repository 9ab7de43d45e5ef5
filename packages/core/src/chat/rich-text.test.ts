import { describe, expect, it } from 'vitest'
import { messagePreview, plainText } from '#rules/rich-text'
import { escapeText, richParts } from './rich-text.ts'

const links = (html: string) => richParts(html).flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]]))

describe('links', () => {
  it.each([
    ['See https://shop.example/menu?a=1&amp;b=2.', [['https://shop.example/menu?a=1&b=2', 'https://shop.example/menu?a=1&b=2']]],
    ['(www.shop.com)', [['www.shop.com', 'https://www.shop.com']]],
    ['ida@shop.com', [['ida@shop.com', 'mailto:ida@shop.com']]],
    ['Order your pizza.now or later', []],
    ['javascript:alert(1) data:text/html,x', []],
    ['<a href="https://shop.example">menu</a>', [['menu', 'https://shop.example']]],
    ['<a href="javascript:alert(1)">menu</a>', []],
    ['<a href="  javascript:alert(1)">menu</a>', []],
    ['<a href="&#106;avascript:alert(1)">menu</a>', []],
  ])('CHAT-23: in %j', (html, found) => {
    expect(links(html)).toEqual(found)
  })
})

it.each([
  ['one<br>two', 'one\ntwo'],
  ['<p>one</p><p>two</p>', 'one\ntwo'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['2 &lt; 3 &amp; 4 &gt; 3 &quot;so&quot; &#39;x&#39; &#x1F600; &unknown;', `2 < 3 & 4 > 3 "so" 'x' 😀 &unknown;`],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>Hi', 'Hi'],
  ['a < b', 'a < b'],
  ['<b>bold <i>both</i></b>', 'bold both'],
  ['', ''],
])('the plain text of %j is %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

it('keeps typed text of any form', () => {
  for (const text of ['<b>no tag</b>', 'a & b &amp; c', '1 < 2\n3 > 2', '&lt;', 'https://x.example?a=1&b=2'])
    expect(plainText(escapeText(text))).toBe(text)
})

it.each([
  ['x'.repeat(160), 'x'.repeat(160)],
  ['x'.repeat(161), `${'x'.repeat(159)}…`],
  ['<b>Where</b> is<br>my   order?', 'Where is my order?'],
  ['😀'.repeat(161), `${'😀'.repeat(159)}…`],
  ['', ''],
])('CHAT-24: the quote preview of a message is at most 160 characters of plain text (%#)', (html, preview) => {
  expect(messagePreview(html)).toBe(preview)
  expect([...messagePreview(html)].length).toBeLessThanOrEqual(160)
})
