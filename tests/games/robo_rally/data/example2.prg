format 1
Alice Bob Charlie Doug
FLFWF WFWFL RFWFL FRWRF
