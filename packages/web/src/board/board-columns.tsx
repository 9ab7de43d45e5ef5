import { Box } from '@chakra-ui/react'
import { DndContext, DragOverlay, useDroppable } from '@dnd-kit/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { Column } from '@tiffin/core'
import { BoardColumn } from './board-column.tsx'
import { cardStyles, columnStyles, liftedStyles } from './board-styles.ts'
import { DragProvider, useDrag } from './drag-state.ts'
import { statusColours } from '../order/status-colours.ts'
import { OrderCard } from './order-card.tsx'
import { ColumnSwitcher } from './column-switcher.tsx'
import { useBoardTime } from './board-clock.tsx'
import { BOARD, useCardDragging } from './use-card-dragging.ts'
import { useCardPress } from './use-card-press.ts'

/** The columns side by side, and the dragged card above them. */
export function BoardColumns({ columns }: { columns: readonly Column[] }) {
  const board = useRef<HTMLDivElement>(null)
  const { drag, register, context } = useCardDragging(columns, board)
  useCardPress(board)
  const first = columns.find(({ cards }) => cards.length > 0)?.status.order_status_id
  return (
    <DndContext {...context}>
      <DragProvider value={drag}>
        <Box display="flex" flexDirection="column" flex="1" minH="0" minW="0">
          <ColumnSwitcher columns={columns} board={board} />
          <AttentionBlink board={board} />
          <Droppable board={board} />
          <Box
            ref={board}
            css={[cardStyles, columnStyles]}
            display="flex"
            gap="2"
            flex="1"
            p="2"
            minH="0"
            minW="0"
            overflowX="auto"
            overscrollBehaviorX="contain"
            scrollSnapType={{ base: 'x mandatory', md: 'none' }}
            scrollPaddingInline="2"
            data-testid="board"
          >
            {columns.map((column) => (
              <BoardColumn
                key={column.status.order_status_id}
                column={column}
                isFirst={column.status.order_status_id === first}
                register={register}
              />
            ))}
          </Box>
        </Box>
        <DraggedCard />
      </DragProvider>
    </DndContext>
  )
}

/**
 * The dragged card above the columns. It shields them from the pointer; otherwise every card that the pointer passes
 * would be painted as hovered.
 */
function DraggedCard() {
  const dragged = useDrag((drag) => drag.dragged())
  return (
    <Box css={liftedStyles}>
      {dragged?.byMouse && <div className="shield" />}
      <DragOverlay dropAnimation={null} className="lifted">
        {dragged && (
          <Box css={cardStyles} style={statusColours(dragged.status.color)}>
            <div className="card" data-lifted>
              <OrderCard card={dragged.card} status={dragged.status} />
            </div>
          </Box>
        )}
      </DragOverlay>
    </Box>
  )
}

/** The board as a drop target for dnd-kit. */
function Droppable({ board }: { board: RefObject<HTMLElement | null> }) {
  const { setNodeRef } = useDroppable({ id: BOARD })
  useEffect(() => setNodeRef(board.current), [board, setNodeRef])
  return null
}

/** Blinks the attention marks when the clocks are repainted anyway. */
function AttentionBlink({ board }: { board: RefObject<HTMLElement | null> }) {
  const second = useBoardTime()
  useEffect(() => {
    board.current?.toggleAttribute('data-beat', Math.floor(second / 1000) % 2 === 1)
  }, [board, second])
  return null
}
