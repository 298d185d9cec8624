"""Register numbers, bits and reset values of the MFRC522 (data sheet rev. 3.9, section 9)."""

COMMAND = 0x01
COM_IEN = 0x02
DIV_IEN = 0x03
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
TX_SEL = 0x16
RX_SEL = 0x17
RX_THRESHOLD = 0x18
DEMOD = 0x19
MF_TX = 0x1C
MF_RX = 0x1D
CRC_RESULT_H = 0x21
CRC_RESULT_L = 0x22
MOD_WIDTH = 0x24
RF_CFG = 0x26
GS_N = 0x27
CW_GS_P = 0x28
MOD_GS_P = 0x29
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
T_COUNTER_H = 0x2E
T_COUNTER_L = 0x2F
TEST_SEL_2 = 0x32
TEST_PIN_EN = 0x33
AUTO_TEST = 0x36
VERSION = 0x37

# CommandReg
RCV_OFF = 0x20
POWER_DOWN = 0x10
IDLE = 0x0
MEM = 0x1
GENERATE_RANDOM_ID = 0x2
CALC_CRC = 0x3
TRANSMIT = 0x4
NO_CMD_CHANGE = 0x7
RECEIVE = 0x8
TRANSCEIVE = 0xC
MF_AUTHENT = 0xE
SOFT_RESET = 0xF

# ComIrqReg
SET1 = 0x80
TX_IRQ = 0x40
RX_IRQ = 0x20
IDLE_IRQ = 0x10
HI_ALERT_IRQ = 0x08
LO_ALERT_IRQ = 0x04
ERR_IRQ = 0x02
TIMER_IRQ = 0x01
# DivIrqReg
CRC_IRQ = 0x04
# ErrorReg
WR_ERR = 0x80
BUFFER_OVFL = 0x10
COLL_ERR = 0x08
CRC_ERR = 0x04
PARITY_ERR = 0x02
PROTOCOL_ERR = 0x01
# others
FORCE_100_ASK = 0x40
CRC_ENABLE = 0x80  # TxModeReg, RxModeReg
RX_NO_ERR = 0x08
RX_MULTIPLE = 0x04
VALUES_AFTER_COLL = 0x80
COLL_POS_NOT_VALID = 0x20
START_SEND = 0x80
CRYPTO1_ON = 0x08
T_AUTO = 0x80
T_AUTO_RESTART = 0x10
PRESCAL_EVEN = 0x10
PARITY_DISABLE = 0x10
TX_CW = 0x08  # TxControlReg, Tx2CW: the carrier without any modulation
PRBS = 0x60  # TestSel2Reg: both test sequences

FIFO_SIZE = 64
GAIN_DB = (18, 23, 18, 23, 33, 38, 43, 48)  # 9.3.3.6, RxGain of RFCfgReg

CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # table 55, ModeReg bits 1 and 0

_RESET = {
    COMMAND: 0x20,
    COM_IEN: 0x80,
    COM_IRQ: 0x14,
    STATUS1: 0x21,
    WATER_LEVEL: 0x08,
    CONTROL: 0x10,
    COLL: 0xA0,
    MODE: 0x3F,
    TX_CONTROL: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    RX_THRESHOLD: 0x84,
    DEMOD: 0x4D,
    MF_TX: 0x62,
    0x1F: 0xEB,
    CRC_RESULT_H: 0xFF,
    CRC_RESULT_L: 0xFF,
    0x24: 0x26,
    RF_CFG: 0x48,
    GS_N: 0x88,
    CW_GS_P: 0x20,
    MOD_GS_P: 0x20,
    TEST_PIN_EN: 0x80,
    AUTO_TEST: 0x40,
}
RESET_VALUES = bytes(_RESET.get(number, 0) for number in range(64))

# What these read is what the chip does at the time.
TRANSIENT = (COM_IRQ, DIV_IRQ, FIFO_DATA, FIFO_LEVEL)

# Written bits are kept; a register that is not named here keeps all eight (or has a handler).
READ_ONLY = (
    ERROR,
    STATUS1,
    CRC_RESULT_H,
    CRC_RESULT_L,
    T_COUNTER_H,
    T_COUNTER_L,
    VERSION,
    0x00,
    0x0F,
    0x10,
    0x1A,
    0x1B,
    0x1E,
    0x20,
    0x23,
    0x25,
    0x30,
    0x3C,
    0x3D,
    0x3E,
    0x3F,
)
