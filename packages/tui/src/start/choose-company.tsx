import { Box, useWindowSize } from 'ink'
import { Footer } from '../board/footer.tsx'
import { NoticeLine, useNoticeHeight } from '../board/notice-line.tsx'
import { CompanyPicker } from '../pickers/company-picker.tsx'
import { usePlace } from '../view/keyboard.ts'

/** A platform administrator without a company first chooses one; leaving this page quits the program. */
export function ChooseCompany({ onQuit }: { onQuit: () => void }) {
  const { columns, rows } = useWindowSize()
  const place = usePlace()
  const noticeHeight = useNoticeHeight(place)
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <CompanyPicker height={Math.max(1, rows - 1 - noticeHeight)} onChosen={() => {}} onBack={onQuit} onQuit={onQuit} />
      <NoticeLine place={place} />
      <Footer />
    </Box>
  )
}
