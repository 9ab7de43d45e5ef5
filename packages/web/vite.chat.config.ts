import { defaultClientConditions, defineConfig } from 'vite'
import { precompressed } from './vite.precompressed.ts'

/** The customers' end of the chat: the page's script, or in the mode `widget` the small one for stores' own pages. Both have fixed names. */
export default defineConfig(({ mode }) => ({
  plugins: [precompressed],
  resolve: { conditions: ['@tiffin/source', ...defaultClientConditions] },
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/chat',
    emptyOutDir: false,
    lib: {
      entry: mode === 'widget' ? 'src/chat-widget/widget.ts' : 'src/customer-chat/main.ts',
      formats: ['iife'],
      name: 'tiffinChat',
      fileName: () => (mode === 'widget' ? 'widget.js' : 'chat.js'),
      cssFileName: 'chat',
    },
  },
}))
