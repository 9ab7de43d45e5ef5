import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import { withExamples } from '../help.ts'
import type { ChatListOptions, ChatReadOptions, ChatSendOptions } from '../services/chat.ts'

/** `chat …`: conversations with customers. */
export function addChat(program: Command, app: App): void {
  const chat = program.command('chat').description('read and answer customers')

  withExamples(chat.command('list').description('list conversations, the latest first'), [
    ['tiffin chat list', 'customers, with their unread messages'],
    ['tiffin chat list --unread --json user_id', 'whom to answer, for scripts'],
    ['tiffin chat list --unassigned', 'unassigned conversations'],
  ])
    .option('--search <text>', 'part of a name or phone')
    .option('--unread', 'only conversations with unread messages')
    .option('--mine', 'only conversations assigned to you')
    .option('--unassigned', 'only unassigned conversations')
    .option('--limit <number>', 'number of conversations (default: 30)')
    .action(action<ChatListOptions>(app, async (call) => (await services()).listChats(await call.connect(), call.options)))

  withExamples(chat.command('read <customer>').description("show a customer's conversation and mark it as read"), [
    ['tiffin chat read 12', 'the last 50 messages'],
    ['tiffin chat read 12 --limit 500 --keep-unread --json', 'more of them, without telling the customer'],
    ['tiffin chat read 12 --search pizza', 'messages with a text, the latest first'],
  ])
    .option('--search <text>', 'only messages with this text, which stay unread')
    .option('--limit <number>', 'number of messages (default: 50)')
    .option('--keep-unread', 'leave the messages unread')
    .action(
      action<ChatReadOptions>(app, async (call) => {
        const { findMessages, readChat, readCustomer } = await services()
        const user_id = readCustomer(call.args[0] ?? '')
        const { search, ...options } = call.options
        if (search === undefined) return readChat(await call.connect(), user_id, options)
        return findMessages(await call.connect(), { user_id, search, ...options }, call.t)
      }),
    )

  withExamples(chat.command('send <customer> [text]').description('send a message to a customer'), [
    ["tiffin chat send 12 'Your order is on its way'", 'when it returns, the message is stored'],
    ['tiffin chat send 12 - < answer.txt', 'the text of a file'],
    ["tiffin chat send 12 --answer 'Late order'", 'a canned answer, filled in for the customer'],
  ])
    .option('--answer <title>', 'a canned answer instead of a text')
    .option('--quote <uuid>', 'the message that this one replies to')
    .option('--seen <number>', 'chat_id of the last message you read; refused if a colleague has replied since')
    .action(
      action<ChatSendOptions>(app, async (call) => {
        const { cannedAnswer, readCustomer, readSeen, readText, sendChat } = await services()
        const [customer = '', text = ''] = call.args
        const { answer, seen } = call.options
        const user_id = readCustomer(customer)
        if (answer !== undefined && text !== '') throw wrongUsage('Use a text or --answer, not both')
        const message = {
          user_id,
          text: answer === undefined ? await readText(call.io, text) : await cannedAnswer(await call.connect(), user_id, answer),
          quote: call.options.quote ?? null,
          ...(seen === undefined ? {} : { seen: readSeen(seen) }),
        }
        if (call.options.dryRun === true) return { rows: [message], single: true, remarks: [call.t('Nothing was changed')] }
        return sendChat(await call.connect(), message)
      }),
    )
}

const services = () => import('../services/chat.ts')
